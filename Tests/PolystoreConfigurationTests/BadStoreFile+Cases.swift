extension BadStoreFile {
    /// Files whose text is wrong.
    static let texts = [
        BadStoreFile("an empty file", StoreFileExample.plain, "", ": error: the file is empty"),
        BadStoreFile(
            "a list instead of keys", StoreFileExample.plain, "[1, 2]",
            ":1:1: error: a store file needs keys and values"),
        BadStoreFile(
            "a text instead of keys", StoreFileExample.plain, "hello", ":1:1: error: a store file needs keys and values"
        ),
        BadStoreFile(
            "no version", "polystore: 1\n", "",
            ":1:1: error: the key 'polystore' is missing; a store file starts with 'polystore: 1'"),
        BadStoreFile(
            "a newer version with keys of its own", "polystore: 1\n", "polystore: 2\nnewKey: 1\n",
            ":1:12: error: store files of format 2 are not known; this program reads format 1"),
        BadStoreFile(
            "a version that is no number", "polystore: 1\n", "polystore: one\n",
            ":1:12: error: 'polystore' needs the version of the file's format, 1; found 'one'"),
        BadStoreFile(
            "a key twice", "    url: data/people.sqlite", "    url: data/people.sqlite\n    url: b",
            ":6:5: error: the key 'url' is on line 5 already"),
        BadStoreFile(
            "keys several times, and a mistake beside them", "    configuration: People",
            "    \"url\": b\n    url: c\n    type: x\n    acces: readWrite\n    configuration: People",
            ":6:5: error: the key 'url' is on line 5 already", ":7:5: error: the key 'url' is on line 5 already",
            ":8:5: error: the key 'type' is on line 4 already",
            ":9:5: error: unknown key 'acces' in store 'people' (did you mean 'access'?)"),
        BadStoreFile(
            "a store twice", "\n  ordersEU:", "\n  people:\n    type: memory\n  ordersEU:",
            ":11:3: error: the key 'people' is on line 3 already"),
        BadStoreFile(
            "an anchor", "entities: [Selection]", "entities: &all [Selection]",
            ":21:15: error: anchors and aliases are not supported; write the value out"),
        BadStoreFile(
            "a bracket that stays open", "entities: [Company, Tag]", "entities: [Company, Tag",
            ":11:11: error: while parsing a flow sequence: did not find expected ',' or ']'"),
        BadStoreFile(
            "an unknown key of the file", "", "partition:\n  Order: 1",
            ":29:1: error: unknown key 'partition' in the store file (did you mean 'partitions'?)"),
        BadStoreFile(
            "an unknown key of a store, nothing near", "    type: memory", "    type: memory\n    colour: red",
            ":21:5: error: unknown key 'colour' in store 'session'; known here: type, url, configuration, entities, "
                + "access, create, durability, lockTimeout, options"),
        BadStoreFile(
            "an unknown key of a partition", "    otherwise: refuse", "    other: refuse",
            ":28:5: error: unknown key 'other' in partition 'Order'; known here: by, homes, otherwise"),
        BadStoreFile(
            "no stores", "stores:\n  people:", "store:\n  people:",
            ":2:1: error: unknown key 'store' in the store file (did you mean 'stores'?)",
            ": error: the store file has no 'stores'"),
        BadStoreFile(
            "a store without content", "    type: memory\n    entities: [Selection]\n", "",
            ":19:3: error: store 'session' has no 'type'",
            ":19:3: error: store 'session' serves nothing; add 'configuration' or 'entities'"),
        BadStoreFile(
            "a store that is a text", "  session:\n    type: memory\n    entities: [Selection]\n",
            "  session: memory\n",
            ":19:12: error: store 'session' needs keys and values"),
        BadStoreFile(
            "a name with a slash", "  session:\n", "  a/b:\n",
            ":19:3: error: store 'a/b' needs a name of letters, digits, '_', '-' and '.' that starts with a letter"),
        BadStoreFile(
            "the name refuse", "  session:\n", "  refuse:\n",
            ":19:3: error: store 'refuse' needs another name: 'refuse' is a word of partition rules"),
    ]

    /// Files with a value that does not fit its key.
    static let values = [
        BadStoreFile(
            "an unknown access", "    configuration: People", "    configuration: People\n    access: readonly",
            ":7:13: error: 'access' of store 'people' cannot be 'readonly'; known here: readWrite, readOnly "
                + "(did you mean 'readOnly'?)"),
        BadStoreFile(
            "a truth in other words", "    configuration: People", "    configuration: People\n    create: yes",
            ":7:13: error: 'create' of store 'people' needs true or false; found 'yes'"),
        BadStoreFile(
            "a store to create and to read only", "    configuration: People",
            "    configuration: People\n    access: readOnly\n    create: true",
            ":8:13: error: 'create' of store 'people' cannot be true while 'access' is readOnly"),
        BadStoreFile(
            "an unknown durability", "    configuration: People", "    configuration: People\n    durability: none",
            ":7:17: error: 'durability' of store 'people' cannot be 'none'; known here: full, "
                + "losesLastSavesOnPowerCut"),
        BadStoreFile(
            "a duration without unit", "    configuration: People", "    configuration: People\n    lockTimeout: 5",
            ":7:18: error: 'lockTimeout' of store 'people' needs a duration with a unit, such as 5s; found '5'"),
        BadStoreFile(
            "a duration with a fraction", "    configuration: People",
            "    configuration: People\n    lockTimeout: 0.5s",
            ":7:18: error: 'lockTimeout' of store 'people' needs a duration with a unit, such as 5s; found '0.5s'"),
        BadStoreFile(
            "an empty value", "    configuration: People", "    configuration: People\n    lockTimeout:",
            ":7:17: error: 'lockTimeout' of store 'people' needs a value"),
        BadStoreFile(
            "a list as a value", "    configuration: People", "    configuration: [People]",
            ":6:20: error: 'configuration' of store 'people' needs a value"),
        BadStoreFile(
            "a value as a list", "entities: [Selection]", "entities: Selection",
            ":21:15: error: 'entities' of store 'session' needs a list, such as [a, b]"),
        BadStoreFile(
            "an empty list", "entities: [Selection]", "entities: []",
            ":21:15: error: 'entities' of store 'session' lists no entity"),
        BadStoreFile(
            "configuration and entities", "    configuration: People",
            "    configuration: People\n    entities: [Person]",
            ":7:5: error: store 'people' has both 'configuration' and 'entities'; keep one of them"),
        BadStoreFile(
            "an entity listed twice", "[Company, Tag]", "[Company, Tag, Company]",
            ":10:30: error: entity 'Company' is listed twice in store 'graph'"),
        BadStoreFile(
            "a place that is no file", "url: data/people.sqlite", "url: https://example.org/people",
            ":5:10: error: 'url' of store 'people' needs a path or a file: URL; found 'https://example.org/people'"),
        BadStoreFile(
            "a home folder", "url: data/people.sqlite", "url: ~/people.sqlite",
            ":5:10: error: 'url' of store 'people' does not know '~'; write ${HOME}"),
        BadStoreFile(
            "a NUL in a path", "url: data/people.sqlite", "url: \"a\\0b\"",
            ":5:10: error: 'url' of store 'people' cannot contain the character NUL"),
        BadStoreFile(
            "relocation to come", "stores:\n  people:", "relocation: move\nstores:\n  people:",
            ":2:13: error: 'relocation: move' is not available yet; write 'refuse'"),
        BadStoreFile(
            "an unknown relocation", "stores:\n  people:", "relocation: moved\nstores:\n  people:",
            ":2:13: error: 'relocation' of the store file cannot be 'moved'; known here: refuse, move "
                + "(did you mean 'move'?)"),
        BadStoreFile(
            "a commit log with a bare size", "stores:\n  people:",
            "commitLog:\n  checkpointSize: 16\nstores:\n  people:",
            ":2:1: error: 'commitLog' has no 'url'",
            ":3:19: error: 'checkpointSize' of 'commitLog' needs a size with a unit, such as 16MiB; found '16'"),
    ]

    /// Files that use the environment wrongly.
    static let variables = [
        BadStoreFile(
            "a variable that is not set", "url: data/people.sqlite", "url: ${DATA}/people.sqlite",
            ":5:10: error: environment variable DATA is not set and has no default; write ${DATA:-data}"),
        BadStoreFile(
            "a variable without end", "url: data/people.sqlite", "url: ${DATA",
            ":5:10: error: '${' is not closed with '}'"),
        BadStoreFile(
            "a default without end", "url: data/people.sqlite", "url: ${DATA:-x",
            ":5:10: error: '${' is not closed with '}'"),
        BadStoreFile(
            "a variable with an odd name", "url: data/people.sqlite", "url: ${MY-DATA}",
            ":5:10: error: a variable is written ${NAME} or ${NAME:-default}, and a dollar sign $$"),
        BadStoreFile(
            "a type from the environment", "    type: memory", "    type: ${SECRET}",
            environment: ["SECRET": "memori"],
            ":20:11: error: unknown store type '${SECRET}'; known here: sqlite, lmdb, memory"),
        BadStoreFile(
            "a duration from the environment", "    configuration: People",
            "    configuration: People\n    lockTimeout: ${SECRET}", environment: ["SECRET": "soon"],
            ":7:18: error: 'lockTimeout' of store 'people' needs a duration with a unit, such as 5s; "
                + "found '${SECRET}'"),
        BadStoreFile(
            "an access from the environment", "    configuration: People",
            "    configuration: People\n    access: x${SECRET}", environment: ["SECRET": "readOnly"],
            ":7:13: error: 'access' of store 'people' cannot be 'x${SECRET}'; known here: readWrite, readOnly"),
        BadStoreFile(
            "a truth from the environment", "    configuration: People",
            "    configuration: People\n    create: ${SECRET}", environment: ["SECRET": "hidden"],
            ":7:13: error: 'create' of store 'people' needs true or false; found '${SECRET}'"),
        BadStoreFile(
            "an entity from the environment", "entities: [Selection]", "entities: [\"${SECRET}\"]",
            environment: ["SECRET": "Selektion"],
            ":21:16: error: unknown entity '${SECRET}' in store 'session'"),
        BadStoreFile(
            "a place from the environment", "url: data/people.sqlite", "url: ${SECRET}",
            environment: ["SECRET": "ftp://hidden/people"],
            ":5:10: error: 'url' of store 'people' needs a path or a file: URL; found '${SECRET}'"),
        BadStoreFile(
            "a value that the environment leaves empty", "    type: memory", "    type: ${EMPTY}",
            environment: ["EMPTY": ""], ":20:11: error: 'type' of store 'session' needs a value"),
    ]
}
