@_exported import PolystoreModel
@_exported import PolystoreQuery
