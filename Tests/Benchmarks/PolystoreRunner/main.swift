import SwiftWorkload

let options = WorkloadOptions()
let suite = try PolystoreSuite(options)
suite.reporter.setting("as shipped: durability full, options of the store types' defaults")
switch options.mode {
case "suite": try suite.run()
case "memory": try suite.measureMemory()
default: throw SuiteError.unknownMode(options.mode)
}
