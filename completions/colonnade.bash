# Completion of colonnade for bash: commands, rulesets, options, moves and steps.
# The program itself is asked for rulesets, moves and steps, so this never grows stale.

_colonnade()
{
    local current previous command game i words
    current=${COMP_WORDS[COMP_CWORD]}
    previous=${COMP_WORDS[COMP_CWORD-1]}
    command=${COMP_WORDS[1]}
    COMPREPLY=()

    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -n 's/^  \([a-z]\{2,\}\)  .*/\1/p')
        COMPREPLY=($(compgen -W "$words --help --lang --version" -- "$current"))
        return
    fi

    case $previous in
    --lang) COMPREPLY=($(compgen -W "fr en" -- "$current")); return ;;
    --colour | --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
    --game) COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" games 2>/dev/null | cut -d' ' -f1)" -- "$current")); return ;;
    --root | --tables) COMPREPLY=($(compgen -d -- "$current")); return ;;
    --svg | --output | --load | --certificate) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --seats | --white | --black | --red | --green) COMPREPLY=($(compgen -W "human 1 2 3 4 5 6 7 8 9 10" -- "$current")); return ;;
    --clock | --seed | --position | --threads | --seconds | --ply | --time | --nodes | --depth | --lines | --hash | --level) return ;;
    --memory | --checkpoint | --sample | --games | --plies | --longest | --sprt | --port | --host | --name) return ;;
    esac

    if [[ $current == -* ]]; then
        words=$("${COMP_WORDS[0]}" "$command" --help 2>/dev/null | sed -n 's/^  \(--[a-z]*\).*/\1/p')
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        return
    fi

    case $command in
    record)
        if [ "$COMP_CWORD" -eq 2 ]; then
            COMPREPLY=($(compgen -W "check show svg" -- "$current"))
        else
            COMPREPLY=($(compgen -f -- "$current"))
        fi
        return ;;
    proof)
        if [ "$COMP_CWORD" -eq 2 ]; then
            COMPREPLY=($(compgen -W "check" -- "$current"))
        else
            COMPREPLY=($(compgen -f -- "$current"))
        fi
        return ;;
    review) COMPREPLY=($(compgen -f -- "$current")); return ;;
    games | serve | version) return ;;
    bench)
        [ "$COMP_CWORD" -eq 2 ] && COMPREPLY=($(compgen -W "rules search three tactics accuracy solve probe prove fit" -- "$current"))
        return ;;
    tables)
        if [ "$COMP_CWORD" -eq 2 ]; then
            COMPREPLY=($(compgen -W "list info audit remove puzzles" -- "$current"))
        elif [ "$COMP_CWORD" -eq 3 ]; then
            COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" games 2>/dev/null | cut -d' ' -f1)" -- "$current"))
        fi
        return ;;
    esac

    game=${COMP_WORDS[2]}
    if [ "$COMP_CWORD" -eq 2 ]; then
        COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" games 2>/dev/null | cut -d' ' -f1)" -- "$current"))
    elif [ "$command" = apply ]; then
        words=()
        for ((i = 3; i < COMP_CWORD; i++)); do words+=("${COMP_WORDS[i]}"); done
        if [ ${#words[@]} -eq 0 ]; then
            words=$("${COMP_WORDS[0]}" moves "$game" 2>/dev/null)
        else
            words=$("${COMP_WORDS[0]}" moves "$game" --position "$("${COMP_WORDS[0]}" apply "$game" "${words[@]}" 2>/dev/null)" 2>/dev/null)
        fi
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    elif [ "$command" = steps ]; then
        words=()
        for ((i = 3; i < COMP_CWORD; i++)); do words+=("${COMP_WORDS[i]}"); done
        COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" steps "$game" "${words[@]}" 2>/dev/null | cut -d' ' -f1)" -- "$current"))
    fi
}
complete -F _colonnade colonnade
