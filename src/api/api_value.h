/* Values, and what engines and tables share. */
#ifndef COLONNADE_API_API_VALUE_H
#define COLONNADE_API_API_VALUE_H

#include "colonnade.h"

#include "core/cancel.h"
#include "core/value.h"
#include "engine/adviser.h"

static inline cn_value api_value(Value v)
{
    return (cn_value){.proven = v.proven,
                      .result = v.result,
                      .plies = v.proven ? v.plies : -1,
                      .most = v.proven && v.result && v.most < VALUE_LONGEST ? v.most : -1,
                      .score = v.proven ? 0 : v.score};
}

const Cancel *api_cancel(const cn_stop *stop);
/* Gives the adviser the ruleset's table, if there is one. */
AdviserEquip api_equip;

#endif
