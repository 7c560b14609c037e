extension Reader: PageHolder {
    // Pointers to pages are valid while the connection is used: whoever has the lock alone may take pages away.
    func withIdlePages(_ body: (PageFile) -> Void) -> Bool {
        useIfIdle { connection in if let file = connection.pages?.file { body(file) } }
    }
}
