@_exported import PolystoreCore

#if StoreFiles
    @_exported import PolystoreConfiguration
#endif
