"""libcolonnade as ctypes sees it: structs, prototypes, and where it is.

The names and layouts are those of include/colonnade.h, which describes each function.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int, c_size_t, c_uint8, c_uint32,
                    c_uint64, c_void_p)

POSITION_TEXT, MOVE_TEXT, STEP_TEXT, ERROR_TEXT = 256, 64, 16, 512
MAX_SEATS, MAX_STACK, MAX_STEPS, MAX_CHOICES, MAX_LINE, TABLE_PATH = 4, 48, 16, 64, 64, 4096
NEUTRAL, ONGOING, DRAW = 4, -2, -1
VERSION_MAJOR = 1


class CPosition(Structure):
    _fields_ = [("opaque", c_uint64 * 8)]


class CError(Structure):
    _fields_ = [("code", c_int), ("line", c_uint32), ("at", c_uint32), ("text", c_char * ERROR_TEXT)]


class CBoard(Structure):
    _fields_ = [("places", c_uint8), ("columns", c_uint8), ("rows", c_uint8), ("levels", c_uint8), ("hollow", c_bool)]


class CPlace(Structure):
    _fields_ = [("label", c_char_p), ("x", c_uint8), ("y", c_uint8), ("level", c_uint8), ("carriers", c_uint64)]


class CKind(Structure):
    _fields_ = [("id", c_char_p), ("name", c_char_p), ("shape", c_int), ("supply", c_int), ("letter", c_char_p * (MAX_SEATS + 1))]


class CPiece(Structure):
    _fields_ = [("kind", c_uint8), ("seat", c_uint8), ("direction", c_uint8)]


class CStep(Structure):
    _fields_ = [("role", c_uint8), ("value", c_uint8)]


class CChoices(Structure):
    _fields_ = [("moves", c_size_t), ("only", c_uint64), ("complete", c_uint64), ("count", c_int), ("step", CStep * MAX_CHOICES)]


class CNode(Structure):
    _fields_ = [("position", CPosition), ("move", c_uint64), ("comment", c_char_p), ("parent", c_int), ("first_child", c_int),
                ("next_sibling", c_int), ("ply", c_int), ("round", c_int), ("occurrence", c_int), ("winner", c_int), ("reason", c_int)]


class CValue(Structure):
    _fields_ = [("proven", c_bool), ("result", c_int), ("plies", c_int), ("most", c_int), ("score", c_int)]


class CEngineOptions(Structure):
    _fields_ = [("size", c_size_t), ("memory", c_size_t), ("threads", c_int), ("seed", c_uint64), ("no_tables", c_bool),
                ("tables", c_char_p), ("stop", c_void_p)]


class CLimits(Structure):
    _fields_ = [("size", c_size_t), ("seconds", c_double), ("nodes", c_uint64), ("depth", c_int), ("lines", c_int)]


class CAdvice(Structure):
    _fields_ = [("move", c_uint64), ("value", CValue), ("exact", c_bool), ("source", c_char_p), ("length", c_int),
                ("line", c_uint64 * MAX_LINE)]


class CAnalysis(Structure):
    _fields_ = [("count", c_size_t), ("advice", POINTER(CAdvice)), ("depth", c_int), ("nodes", c_uint64), ("seconds", c_double)]


ProofWatch = CFUNCTYPE(c_bool, c_void_p, c_uint64, c_double)


class CProofOptions(Structure):
    _fields_ = [("size", c_size_t), ("nodes", c_uint64), ("seconds", c_double), ("within", c_int), ("count", c_bool),
                ("no_book", c_bool), ("watch", ProofWatch), ("context", c_void_p), ("stop", c_void_p)]


GAME = TREE = ENGINE = PROVER = TABLE = c_void_p
P, E = POINTER(CPosition), POINTER(CError)

# name: (what it gives back, what it takes)
PROTOTYPES: dict[str, tuple[object, list[object]]] = {
    "cn_version": (c_char_p, []),
    "cn_version_number": (c_int, []),
    "cn_free": (None, [c_void_p]),
    "cn_game_count": (c_size_t, []),
    "cn_game_at": (GAME, [c_size_t]),
    "cn_game_find": (GAME, [c_char_p]),
    "cn_game_id": (c_char_p, [GAME]),
    "cn_game_title": (c_char_p, [GAME]),
    "cn_game_players": (c_int, [GAME]),
    "cn_game_sides": (c_int, [GAME]),
    "cn_game_repeats": (c_bool, [GAME]),
    "cn_game_most_moves": (c_uint32, [GAME]),
    "cn_game_rules": (c_char_p, [GAME, c_bool]),
    "cn_game_board": (None, [GAME, POINTER(CBoard)]),
    "cn_place_at": (c_bool, [GAME, c_int, POINTER(CPlace)]),
    "cn_kind_count": (c_int, [GAME]),
    "cn_kind_at": (c_bool, [GAME, c_int, POINTER(CKind)]),
    "cn_start": (None, [GAME, P]),
    "cn_mover": (c_int, [GAME, P]),
    "cn_read_position": (c_bool, [GAME, c_char_p, P, E]),
    "cn_write_position": (c_size_t, [GAME, P, c_char_p, c_size_t]),
    "cn_equal": (c_bool, [P, P]),
    "cn_hash": (c_uint64, [GAME, P]),
    "cn_pieces": (c_int, [GAME, P, c_int, POINTER(CPiece), c_int]),
    "cn_owner": (c_int, [GAME, P, c_int]),
    "cn_reserve": (c_int, [GAME, P, c_int, c_int]),
    "cn_moves": (c_size_t, [GAME, P, POINTER(c_uint64), c_size_t]),
    "cn_read_move": (c_bool, [GAME, P, c_char_p, POINTER(c_uint64), E]),
    "cn_write_move": (c_size_t, [GAME, P, c_uint64, c_char_p, c_size_t]),
    "cn_play": (None, [GAME, P, c_uint64, P]),
    "cn_choices_after": (c_bool, [GAME, P, POINTER(CStep), c_int, POINTER(CChoices)]),
    "cn_write_step": (c_size_t, [GAME, CStep, c_char_p, c_size_t]),
    "cn_symmetries": (c_int, [GAME]),
    "cn_transform": (None, [GAME, P, c_int, P]),
    "cn_transform_move": (c_uint64, [GAME, P, c_uint64, c_int]),
    "cn_canonical": (c_int, [GAME, P, P]),
    "cn_winner": (c_int, [GAME, P]),
    "cn_result": (c_char_p, [GAME, P]),
    "cn_reason_text": (c_char_p, [GAME, P]),
    "cn_perft": (c_bool, [GAME, P, c_int, POINTER(c_uint64)]),
    "cn_svg": (c_void_p, [GAME, P, c_uint64, c_bool]),
    "cn_tree_new": (TREE, [GAME, P]),
    "cn_tree_read": (TREE, [c_char_p, c_size_t, E]),
    "cn_tree_write": (c_void_p, [TREE, E]),
    "cn_tree_free": (None, [TREE]),
    "cn_tree_game": (GAME, [TREE]),
    "cn_tree_current": (c_int, [TREE]),
    "cn_tree_count": (c_int, [TREE]),
    "cn_tree_node": (c_bool, [TREE, c_int, POINTER(CNode)]),
    "cn_tree_play": (c_bool, [TREE, c_uint64, E]),
    "cn_tree_play_text": (c_bool, [TREE, c_char_p, E]),
    "cn_tree_undo": (c_bool, [TREE]),
    "cn_tree_redo": (c_bool, [TREE]),
    "cn_tree_goto": (c_bool, [TREE, c_int]),
    "cn_tree_set_comment": (c_bool, [TREE, c_int, c_char_p, E]),
    "cn_tree_set_tag": (c_bool, [TREE, c_char_p, c_char_p, E]),
    "cn_tree_tag": (c_char_p, [TREE, c_char_p]),
    "cn_engine_new": (ENGINE, [GAME, POINTER(CEngineOptions)]),
    "cn_engine_free": (None, [ENGINE]),
    "cn_engine_forget": (None, [ENGINE]),
    "cn_engine_analyse": (c_bool, [ENGINE, TREE, POINTER(CLimits), c_void_p, c_void_p, POINTER(CAnalysis), E]),
    "cn_engine_choose": (c_bool, [ENGINE, TREE, c_int, c_double, POINTER(CAdvice), E]),
    "cn_prover_new": (PROVER, [GAME, c_size_t]),
    "cn_prover_free": (None, [PROVER]),
    "cn_prove": (c_bool, [PROVER, P, POINTER(CProofOptions), POINTER(CValue), E]),
    "cn_table_open": (TABLE, [GAME, c_char_p, E]),
    "cn_table_close": (None, [TABLE]),
    "cn_table_value": (c_bool, [TABLE, P, POINTER(CValue)]),
}


def _candidates() -> list[str]:
    """The environment's COLONNADE_LIBRARY, then a library beside this file, then the system's."""
    if os.environ.get("COLONNADE_LIBRARY"):
        return [os.environ["COLONNADE_LIBRARY"]]
    name = f"libcolonnade.so.{VERSION_MAJOR}"
    beside = pathlib.Path(__file__).with_name(name)
    return [*([str(beside)] if beside.exists() else []), name, ctypes.util.find_library("colonnade") or name]


def _load() -> ctypes.CDLL:
    failure: OSError | None = None
    for candidate in _candidates():
        try:
            library = ctypes.CDLL(candidate)
            break
        except OSError as error:
            failure = failure or error
    else:
        raise ImportError(f"libcolonnade cannot be loaded ({failure}); install it, or set COLONNADE_LIBRARY to its file")
    for name, (gives, takes) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = gives, takes
    if library.cn_version_number() // 10000 != VERSION_MAJOR:
        raise ImportError(f"libcolonnade {library.cn_version().decode()} is not of version {VERSION_MAJOR}")
    return library


library = _load()
