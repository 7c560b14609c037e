# The rules of .ci/lint that read Swift line by line. Portable awk: no extensions of any one implementation.
# Prints `file:line: message` for a finding and `note: …` for what is excepted.

BEGIN {
    length_limit = 500

    # What each module may import besides the system's modules. Values go down, so imports do too.
    may_import("PolystoreModel", "CPolystoreChecksum")
    may_import("PolystoreQuery", "PolystoreModel")
    may_import("PolystoreStorage", "PolystoreModel PolystoreQuery CPolystoreSystem")
    may_import("PolystoreChangeRecords", "PolystoreModel PolystoreQuery PolystoreStorage")
    may_import("PolystoreCore",
        "PolystoreModel PolystoreQuery PolystoreStorage PolystoreChangeRecords CPolystoreSystem")
    may_import("PolystoreModelFiles", "PolystoreModel PolystoreQuery")
    may_import("PolystoreConfiguration",
        "PolystoreModel PolystoreQuery PolystoreStorage PolystoreCore PolystoreModelFiles Yams")
    may_import("Polystore",
        "PolystoreModel PolystoreQuery PolystoreStorage PolystoreCore PolystoreConfiguration PolystoreMemory")

    # The kit sees what every backend shares, and no backend.
    may_import("PolystoreReferenceStore", "PolystoreModel PolystoreQuery PolystoreStorage")
    may_import("PolystoreConformance",
        "PolystoreModel PolystoreQuery PolystoreStorage PolystoreChangeRecords PolystoreCore PolystoreReferenceStore PolystoreRandom")
    may_import("PolystoreRandom", "")

    # A backend never sees PolystoreCore.
    may_import("PolystoreRecordLayer", "PolystoreModel PolystoreQuery PolystoreStorage")
    may_import("PolystoreMemory", "PolystoreModel PolystoreQuery PolystoreStorage PolystoreRecordLayer")
    may_import("PolystoreLMDB",
        "PolystoreModel PolystoreQuery PolystoreStorage PolystoreRecordLayer CPolystoreLMDB" \
        " CPolystoreChecksum")
    may_import("PolystoreSQLite",
        "PolystoreModel PolystoreQuery PolystoreStorage CPolystoreSQLite")

    # Classes of models: what it needs to read them, and a language of templates.
    may_import("PolystoreCodegen", "PolystoreModel PolystoreModelFiles PolystoreConfiguration Stencil")
    may_import("polystore-generate", "PolystoreCodegen")

    # Programs see the umbrella and the backends that they name.
    may_import("PolystoreTerminal", "")
    may_import("PolystoreLogging", "PolystoreModel PolystoreStorage Logging")
    may_import("PolystoreCLI",
        "Polystore PolystoreCodegen PolystoreModelFiles PolystoreLMDB PolystoreMemory PolystoreSQLite" \
        " PolystoreTerminal ArgumentParser")
    may_import("Samples", "Polystore PolystoreLMDB PolystoreMemory PolystoreSQLite PolystoreTerminal ArgumentParser")

    system_modules = " Swift Foundation FoundationEssentials FoundationXML Dispatch Observation Synchronization RegexBuilder" \
        " Glibc Musl Darwin Bionic Android "
    platform_modules = " Glibc Musl Darwin Bionic Android WinSDK ucrt "
}

function may_import(module, others) { allowed[module] = " " others " " }

function report(line_number, message) { printf "%s:%d: %s\n", file, line_number, message }

# The module that a path belongs to: "" for tests and for files outside of any target.
function module_of(path,    parts, count) {
    count = split(path, parts, "/")
    if (count < 3) return ""
    if (parts[1] == "Sources") return parts[2]
    if (parts[1] == "Backends") return parts[2] ~ /^CPolystore/ ? parts[2] : "Polystore" parts[2]
    # A backend to start from and the sample of the build plugin are packages of their own, whose manifests say what they see.
    if (path ~ /^Samples\/(BackendTemplate|Library)\//) return ""
    if (parts[1] == "Samples") return "Samples"
    return ""
}

# Generated code lies in a Generated/ folder or is named …Table….swift, and says at its head that it is generated.
function is_generated(path,    number) {
    if (path !~ /(^|\/)Generated\// && path !~ /Table[^\/]*\.swift$/) return 0
    for (number = 1; number <= 10; number++) if (raw[number] ~ /\/\/.*[Gg]enerated/) return 1
    return 0
}

function begin_file() {
    file = FILENAME
    module = module_of(file)
    is_library = file ~ /^(Sources|Backends)\//
    in_platform_folder = file ~ /\/Platform\//
    comment_depth = 0
    string_end = ""
    condition_depth = 0
    split("", raw)
    split("", code)
    split("", is_comment)
    line_count = 0
    if (module != "" && !(module in allowed) && !(module in unknown)) {
        unknown[module] = 1
        report(1, "the module " module " is not in the table of imports in .ci/lint.awk; add it")
    }
}

function end_file() {
    if (line_count <= length_limit) return
    if (is_generated(file)) printf "note: generated, length not checked: %s (%d lines)\n", file, line_count
    else report(length_limit + 1, line_count " lines; at most " length_limit \
        " unless the file is a generated table and says so at its head")
}

function repeat(text, times,    result) {
    result = ""
    while (times-- > 0) result = result text
    return result
}

# The line without comments and without what is in string literals. Carries block comments and multi-line strings
# from line to line in `comment_depth` and `string_end`.
function strip(line,    result, position, rest, hashes, quote, escape) {
    if (comment_depth == 0 && string_end == "" && line !~ /["]|\/[\/*]/) return line
    result = ""
    position = 1
    while (position <= length(line)) {
        rest = substr(line, position)
        if (comment_depth > 0) {
            if (substr(rest, 1, 2) == "*/") { comment_depth--; position += 2 }
            else if (substr(rest, 1, 2) == "/*") { comment_depth++; position += 2 }
            else position++
        } else if (string_end != "") {
            escape = string_end
            sub(/^"+/, "\\", escape)
            if (substr(rest, 1, length(string_end)) == string_end) {
                position += length(string_end)
                string_end = ""
                result = result "\""
            } else if (substr(rest, 1, length(escape)) == escape) position += length(escape) + 1
            else position++
        } else if (substr(rest, 1, 2) == "//") {
            break
        } else if (substr(rest, 1, 2) == "/*") {
            comment_depth = 1
            position += 2
        } else if (match(rest, /^#*"/)) {
            hashes = RLENGTH - 1
            quote = substr(rest, hashes + 1, 3) == "\"\"\"" ? "\"\"\"" : "\""
            string_end = quote repeat("#", hashes)
            position += hashes + length(quote)
            result = result "\""
        } else {
            result = result substr(rest, 1, 1)
            position++
        }
    }
    # Only a multi-line string goes on after the end of a line.
    if (string_end != "" && substr(string_end, 1, 3) != "\"\"\"") string_end = ""
    return result
}

# Whether the comment lines right above the statement of line `number` hold `word:` and say something after it.
# A statement may be spread over lines and have attributes above it.
function has_reason(number, word,    above) {
    while (number > 1) {
        above = code[number - 1]
        if (is_comment[number - 1] || above ~ /^[ \t]*$/) break
        if (above ~ /^[ \t]*(case|default)[^A-Za-z0-9_]/) break
        if (above !~ /^[ \t]*@[A-Za-z_]+(\([^)]*\))?[ \t]*$/ && above !~ /[,:(&=][ \t]*$/ &&
            code[number] !~ /^[ \t]*(:|where |@unchecked|\.|\{|\?|&|->|\|\|)/) break
        number--
    }
    for (number--; number >= 1 && is_comment[number]; number--)
        if (raw[number] ~ (word ":[ \t]*[^ \t]")) return 1
    return 0
}

# Whether a comment stands on line `number` or right above it.
function has_comment(number) { return raw[number] ~ /\/\// || is_comment[number - 1] }

function read_condition(text) {
    if (text ~ /^[ \t]*#if[^a-z]/) condition[++condition_depth] = text ~ /canImport\(/
    else if (text ~ /^[ \t]*#elseif/ && condition_depth > 0) condition[condition_depth] = text ~ /canImport\(/
    else if (text ~ /^[ \t]*#else/ && condition_depth > 0) condition[condition_depth] = 0
    else if (text ~ /^[ \t]*#endif/ && condition_depth > 0) condition_depth--
}

function is_conditional(    depth) {
    for (depth = 1; depth <= condition_depth; depth++) if (condition[depth]) return 1
    return 0
}

# The module that a line imports, or "".
function imported_module(text) {
    sub(/^[ \t]+/, "", text)
    while (text ~ /^@[A-Za-z_]+(\([^)]*\))?[ \t]+/) sub(/^@[A-Za-z_]+(\([^)]*\))?[ \t]+/, "", text)
    sub(/^(public|package|internal|fileprivate|private)[ \t]+/, "", text)
    if (text !~ /^import[ \t]/) return ""
    sub(/^import[ \t]+/, "", text)
    sub(/^(struct|class|enum|protocol|typealias|func|let|var|actor)[ \t]+/, "", text)
    sub(/[^A-Za-z0-9_].*$/, "", text)
    return text
}

function check_import(name) {
    if (index(platform_modules, " " name " ")) {
        if (!in_platform_folder) report(FNR, "import of " name " outside of a Platform/ folder")
        if (!is_conditional()) report(FNR, "import of " name " outside of #if canImport")
    }
    if (module == "" || !(module in allowed)) return
    if (index(system_modules, " " name " ") || index(allowed[module], " " name " ")) return
    report(FNR, (module == "Samples" ? "a sample" : module) " may not import " name "; it may import" \
        (allowed[module] ~ /[^ ]/ ? allowed[module] "and " : " ") "the system's modules")
}

FNR == 1 {
    if (file != "") end_file()
    begin_file()
}

{
    line_count = FNR
    starts_inside = comment_depth > 0
    starts_in_string = string_end != ""
    raw[FNR] = $0
    text = code[FNR] = strip($0)
    is_comment[FNR] = !starts_in_string && text ~ /^[ \t]*$/ && ($0 ~ /^[ \t]*\/[\/*]/ || starts_inside)

    read_condition(text)
    imported = imported_module(text)
    if (imported != "") check_import(imported)

    if (text ~ /@unchecked[ \t]+Sendable/ && !has_reason(FNR, "SAFETY"))
        report(FNR, "@unchecked Sendable without a // SAFETY: comment right above")
    if (text ~ /nonisolated\(unsafe\)/ && !has_reason(FNR, "SAFETY"))
        report(FNR, "nonisolated(unsafe) without a // SAFETY: comment right above")

    if (!is_library) next
    trap = ""
    if (text ~ /(^|[^A-Za-z0-9_.])fatalError[ \t]*\(/) trap = "fatalError"
    else if (text ~ /(^|[^A-Za-z0-9_])try!/) trap = "try!"
    else if (text ~ /(^|[^A-Za-z0-9_])as!/) trap = "as!"
    else if (text ~ /[]A-Za-z0-9_)}>]!([^=]|$)/) trap = "a forced unwrap"
    if (trap != "" && !has_reason(FNR, "INVARIANT"))
        report(FNR, trap " without an // INVARIANT: comment right above")
    if (text ~ /(^|[^A-Za-z0-9_])try\?/ && !has_comment(FNR))
        report(FNR, "try? drops an error without a comment that says why")
}

END { if (file != "") end_file() }
