import Polystore
import PolystoreSQLite

let model = try ManagedObjectModel(
    ModelDescription("Staff", [EntityDescription("Person", .attribute("name", .string))]))
