import SwiftWorkload

let options = WorkloadOptions()
let suite = ClassesSuite(options)
suite.reporter.setting("arrays and dictionaries of class instances; nothing is kept on disk")
if options.mode == "memory" { suite.measureMemory() } else { suite.run() }
