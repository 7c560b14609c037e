import Testing

/// What became of models of real programs from one version to the next, in words.
struct GoldenDifference: Sendable, CustomTestStringConvertible {
    let bundle: String
    let before: String
    let after: String
    let words: String

    var testDescription: String { "\(before) to \(after)" }

    static let all = [
        GoldenDifference(
            bundle: """
                objcio+core-data/Migrations/Migrations/\
                Moody.xcdatamodeld
                """,
            before: "Moody", after: "Moody 2",
            words: """
                Mood.rating: is new: Integer 16, required
                Mood.remoteID: was called remoteIdentifier
                Mood, index remoteID: is new: remoteID ascending
                Mood, index remoteIdentifier: is gone
                model: version identifier was 1, is 2
                5 changes, 2 of which concern stored objects
                """),
        GoldenDifference(
            bundle: """
                objcio+core-data/Migrations/Migrations/\
                Moody.xcdatamodeld
                """,
            before: "Moody 3", after: "Moody 4",
            words: """
                entity Continent: parent was GeographicRegion, is none
                Continent, unique (numericISO3166Code, uniquenessDummy): is new
                Continent.markedForDeletionDate: is new: Date, optional
                Continent.numberOfMoods: is new: Integer 64, required
                Continent.numericISO3166Code: is new: Integer 16, required
                Continent.uniquenessDummy: is new: Integer 16, required
                Continent.updatedAt: is new: Date, required
                Continent, index markedForDeletionDate_updatedAt: is new: markedForDeletionDate ascending, updatedAt ascending
                entity Country: parent was GeographicRegion, is none
                Country, unique (numericISO3166Code, uniquenessDummy): is new
                Country.markedForDeletionDate: is new: Date, optional
                Country.numberOfMoods: is new: Integer 64, required
                Country.numericISO3166Code: is new: Integer 16, required
                Country.uniquenessDummy: is new: Integer 16, required
                Country.updatedAt: is new: Date, required
                Country, index markedForDeletionDate_updatedAt: is new: markedForDeletionDate ascending, updatedAt ascending
                entity GeographicRegion: is gone
                model: version identifier was 3, is 4
                18 changes, 15 of which concern stored objects
                """),
        GoldenDifference(
            bundle: """
                wibosco+CoreDataMigrationRevised-Example/CoreDataMigration-Example/CoreData/Model/\
                CoreDataMigration_Example.xcdatamodeld
                """,
            before: "CoreDataMigration_Example", after: "CoreDataMigration_Example 2",
            words: """
                Post.hexColor: was called color
                1 change, 1 of which concerns stored objects
                """),
        GoldenDifference(
            bundle: """
                drewmccormack+ensembles/Framework/Resources/\
                CDEEventStoreModel.xcdatamodeld
                """,
            before: "CDEEventStoreModel_1", after: "CDEEventStoreModel_2",
            words: """
                entity CDEDataFile: is new: 1 attribute, 1 relationship
                CDEObjectChange.propertyChangeValues: coder was none, is CDEPropertyChangeValueTransformer
                CDEObjectChange.dataFiles: is new: to-many to CDEDataFile, optional
                model: version identifier was 1, is 2
                4 changes, 2 of which concern stored objects
                """),
        GoldenDifference(
            bundle: """
                alemar11+CoreDataPlus/Tests/Resources/SampleModel/\
                SampleModel.xcdatamodeld
                """,
            before: "SampleModel", after: "SampleModel2",
            words: """
                Car.color: is gone
                Car.currentDrivingSpeed: is gone
                Car, index byMakerAndNumberPlate: is new: maker ascending, numberPlate ascending
                entity LuxuryCar: was called ExpensiveSportCar
                entity LuxuryCar: class was ExpensiveSportCar, is LuxuryCar
                Person.id: is gone
                Person.isDriving: is gone
                model: version identifier was 1, is 2
                8 changes, 5 of which concern stored objects
                """),
        GoldenDifference(
            bundle: """
                hwaxxer+BookMigration/BookMigration/\
                Model.xcdatamodeld
                """,
            before: "Model1", after: "Model2",
            words: """
                entity Author: is new: 1 attribute, 1 relationship
                entity Book: class was none, is Book
                Book.authorName: is gone
                Book.authors: is new: to-many to Author, optional
                Book.users: is new: to-many to User, optional
                Book.user: is gone
                User.books: inverse was user, is users
                User.books: delete rule was nullify, is cascade
                8 changes, 6 of which concern stored objects
                """),
    ]
}
