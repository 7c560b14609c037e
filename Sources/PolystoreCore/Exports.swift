@_exported import PolystoreModel
@_exported import PolystoreQuery
@_exported import PolystoreStorage
