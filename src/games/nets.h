/* The networks that are compiled in, from nets/. */
#ifndef COLONNADE_GAMES_NETS_H
#define COLONNADE_GAMES_NETS_H

#include "core/net.h"

extern const Net dorix_net, dorix_3_net, pilea_net, pilotis_net, pylos_net, pyrga_net;

#endif
