# Completion of colonnade for bash. The program itself says what may follow
# (`colonnade complete`), so that this never grows stale.

_colonnade()
{
    local word candidate before='' words=() i
    # bash cuts words at `=` and `:`; the program wants them whole.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ ${#words[@]} -gt 0 && ($word == [=:] || ${COMP_WORDS[i-1]} == [=:]) ]]; then
            words[${#words[@]}-1]+=$word
        else
            words+=("$word")
        fi
    done
    word=${words[${#words[@]}-1]}
    # What stands before the last cut is on the line already.
    [[ $word == *[=:]* ]] && before=${word%"${word##*[=:]}"}
    COMPREPLY=()
    while IFS= read -r candidate; do
        case $candidate in
        :file) compopt -o filenames 2>/dev/null; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "${word#"$before"}") ;;
        :folder) compopt -o filenames 2>/dev/null; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "${word#"$before"}") ;;
        *) candidate=${candidate%%$'\t'*}; COMPREPLY+=("${candidate#"$before"}") ;;
        esac
    done < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null)
}
complete -F _colonnade colonnade
