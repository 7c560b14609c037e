# Finds links of Markdown pages that lead nowhere. Input: the list of all files of the repository as first file (one path
# a line), then the pages. Prints `page:line: message`. Links in fenced code are text.

FNR == 1 { inCode = 0 }

# The list of files. Folders of files can be linked too; an article of a DocC catalogue is known by its name alone.
NR == FNR {
    exists[$0] = 1
    path = $0
    while (match(path, /\/[^\/]*$/)) {
        path = substr(path, 1, RSTART - 1)
        exists[path] = 1
    }
    if ($0 ~ /\.docc\/.*\.(md|tutorial)$/) {
        name = $0
        sub(/^.*\//, "", name)
        sub(/\.[a-z]+$/, "", name)
        article[name] = 1
        if ($0 ~ /\.docc\/Decisions\/[^\/]*$/) decision[name] = $0
    }
    next
}

/^ *```/ { inCode = !inCode; next }
inCode || /^    / { next }

# The path of a link, seen from the folder of the page, without `.` and `..`.
function resolved(page, target,   parts, count, kept, i, depth, result) {
    if (page ~ /\//) { sub(/[^\/]*$/, "", page) } else page = ""
    count = split(page target, parts, "/")
    depth = 0
    for (i = 1; i <= count; i++) {
        if (parts[i] == "" || parts[i] == ".") continue
        if (parts[i] == "..") { depth--; continue }
        kept[++depth] = parts[i]
    }
    result = ""
    for (i = 1; i <= depth; i++) result = result (i > 1 ? "/" : "") kept[i]
    return result
}

{
    line = $0
    gsub(/`[^`]*`/, "", line)
    while (match(line, /<doc:[^>]*>/)) {
        name = substr(line, RSTART + 5, RLENGTH - 6)
        line = substr(line, RSTART + RLENGTH)
        sub(/#.*/, "", name)
        if (name !~ /\// && !(name in article)) print FILENAME ":" FNR ": the page '" name "' is not there"
        if (FILENAME ~ /\.docc\/Decisions\.md$/) listed[name] = 1
    }
    line = $0
    gsub(/`[^`]*`/, "", line)
    while (match(line, /\]\([^)]*\)/)) {
        target = substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
        sub(/ .*/, "", target)
        sub(/#.*/, "", target)
        if (target == "" || target ~ /^[a-z]+:/) continue
        if (!(resolved(FILENAME, target) in exists)) print FILENAME ":" FNR ": the link to '" target "' leads nowhere"
    }
}

END {
    for (name in decision) {
        if (!(name in listed)) print decision[name] ":1: Decisions.md does not list the record"
    }
}
