import Polystore
import PolystoreSQLite

enum ShopModel { static let classes: [any Entity.Type] = [] }
