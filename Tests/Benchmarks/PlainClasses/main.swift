import SwiftWorkload

let options = WorkloadOptions()
let reporter = Reporter("classes")
reporter.setting("arrays and dictionaries of class instances; nothing is kept on disk")
switch options.mode {
case "none": _ = ClassesSuite(options, reporter)
case "memory": ClassesSuite(options, reporter).measureMemory()
case "oo7": OO7ClassesSuite(options, reporter).run()
case "inheritance": InheritanceClassesSuite(options, reporter).run()
default: ClassesSuite(options, reporter).run()
}
