/// How the command is used.
public enum GenerateHelp {
    /// The text.
    public static let text = """
        Generate classes from models.

        usage: polystore generate [options] MODEL…

        A model is an .xcdatamodeld or .xcdatamodel, a .momd or .mom, or a model file in YAML or JSON. A run writes two
        files a class: _Person.swift, which every run writes anew when its content changes, and Person.swift, which is
        written once and is yours; and one file a model, _ShopModel.swift, with the list of its classes.

        what is written:
          --shape two|xcode|single   two files a class; Person+CoreDataProperties.swift and Person+CoreDataClass.swift
                                     as the code generation of each entity says; or one file for everything
          --access LEVEL             internal, package, public or open
          --tokens-only              no accessor of its own for each property: tokens alone
          --no-constants             no names of properties as constants
          --configuration NAME       only the entities of a configuration
          --base-class NAME          what root classes inherit from instead of ManagedObject
          --base-class-force NAME    the same for every class, whatever its parent
          --import MODULE            another module to import; may be repeated (also --base-class-import)
          --model-version NAME       the version of the model instead of the current one

        where:
          --output FOLDER            the folder of all files; this one if it is left out
          --machine FOLDER           the folder of the files that are written anew
          --human FOLDER             the folder of the files that are yours
          --single-file FILE         everything in this file: the shape single, with a name of your choice

        templates:
          --export-templates FOLDER  write the templates that come along into a folder, to be changed
          --templates FOLDER         use the templates of a folder in the place of those of their names
          --template-var NAME=VALUE  what templates see as variables.NAME; may be repeated

        files:
          --list-source-files        print the files that there would be, and write none
          --orphaned                 print the files whose entity is gone
          --remove-orphaned          remove the machine's files whose entity is gone; yours stay
          --no-manifest              keep no list of generated files (.polystore-generated.json)
          --stubs FILE               write a start for the types that the model names and does not hold
        """
}
