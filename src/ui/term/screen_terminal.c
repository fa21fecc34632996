/* Taking the terminal for the full screen, and giving it back. */
#include "ui/term/screen_private.h"

#include <ncurses.h>
#include <stdio.h>
#include <term.h>
#include <unistd.h>

static SCREEN *terminal;

bool screen_open(bool colour)
{
    int known = 0;
    /* newterm leaks memory when it fails: ask first whether it can succeed. */
    if (setupterm(NULL, STDOUT_FILENO, &known) != OK)
        return false;
    del_curterm(cur_term);
    set_escdelay(25);
    terminal = newterm(NULL, stdout, stdin);
    if (!terminal)
        return false;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    if (colour && has_colors()) {
        start_color();
        use_default_colors();
        init_pair(SCREEN_PAIR_CHOICE, COLOR_GREEN, -1);
        init_pair(SCREEN_PAIR_LAST, COLOR_CYAN, -1);
    }
    return true;
}

void screen_close(void)
{
    endwin();
    delscreen(terminal);
    terminal = NULL;
}
