import SwiftWorkload

let options = WorkloadOptions()
Reporter("polystore-\(options.variant)").setting("as shipped: durability full, the store types' default options")
switch options.mode {
case "suite": try PolystoreSuite(options).run()
case "none": _ = try PolystoreSuite(options)
case "memory": try PolystoreSuite(options).measureMemory()
case "oo7": try OO7Suite(options).run()
case "inheritance": try InheritanceSuite(options).run()
case "joint": try JointSuite(options).run()
case "queries": try QueriesSuite(options).run()
default: throw SuiteError.unknownMode(options.mode)
}
