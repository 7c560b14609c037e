@_exported import PolystoreModel
