# Completion of colonnade for fish. The program itself says what may follow
# (`colonnade complete`), so that this never grows stale.

function __colonnade_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case :file
                __fish_complete_path (commandline -ct)
            case :folder
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end

complete -c colonnade -f -a '(__colonnade_complete)'
