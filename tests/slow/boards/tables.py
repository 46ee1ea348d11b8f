"""The numbers of each board's own rules, written down a second time."""

from __future__ import annotations

from typing import Any

# What every variant of a board pays for the most of something.
BONUSES: dict[str, dict[str, int]] = {
    "france": {"longest-path": 10, "globetrotter": 15},
    "germany": {"globetrotter": 15},
    "heart-of-africa": {"globetrotter": 10},
    "india": {"longest-path": 10},
    "legendary-asia": {"asian-explorer": 10},
    "marklin": {"globetrotter": 10},
    "nordic": {"globetrotter": 10},
    "old-west": {"globetrotter": 15},
    "pennsylvania": {"globetrotter": 15},
    "switzerland": {"longest-path": 10},
}

TIE_BREAKS: dict[str, tuple[str, ...]] = {
    "france": ("points", "tickets", "longest-path"),
    "germany": ("points", "tickets", "passengers"),
    "great-lakes": ("points",),
    "heart-of-africa": ("points", "tickets"),
    "iberia": ("points", "tickets"),
    "india": ("points", "tickets", "longest-path"),
    "italy": ("points", "tickets"),
    "japan": ("points", "tickets"),
    "legendary-asia": ("points", "tickets", "mountain-routes"),
    "nederland": ("points", "tickets"),
    "london": ("points", "tickets"),
    "marklin": ("points", "tickets", "merchandise"),
    "new-york": ("points", "tickets"),
    "nordic": ("points", "tickets", "longest-path"),
    "northern-lights": ("points", "tickets", "bonus-cards"),
    "old-west": ("points", "tickets"),
    "pennsylvania": ("points", "tickets"),
    "poland": ("points", "tickets", "ticket-points"),
    "south-korea": ("points", "tickets"),
    "switzerland": ("points", "tickets", "longest-path"),
    "uk": ("points", "tickets"),
    "world": ("points",),
}

SCORING: dict[str, dict[str, dict[str, Any]]] = {
    "marklin": {"merchandise": {"most": 180}, "typed-tickets": {"least": 1, "most": 40}},
    "germany": {
        "passengers": {"colors": ["red", "black", "green", "yellow", "blue", "white"], "first": 20, "second": 10}
    },
    "great-lakes": {
        "harbours": {"table": {"0": 0, "1": 10, "2": 20, "3": 30}, "most_counted": 3, "unbuilt_each": -4},
        "exchange": {"points_per_piece": -1},
        "pieces": {
            "total": 50,
            "trains_most": 33,
            "ships_most": 32,
            "harbours": 3,
            "start": {"train": 27, "ship": 23},
        },
    },
    "heart-of-africa": {"terrain": {}},
    "iberia": {
        "festival": {
            "stacks": {
                "a-coruna": [7],
                "leon": [6, 12],
                "valladolid": [5, 10],
                "pamplona": [4, 5, 7, 10, 10],
                "barcelona": [5, 6, 8, 11, 11],
                "porto-coimbra": [4, 8, 12],
                "madrid": [3, 4, 6, 9],
                "lisboa": [4, 5, 7, 10, 15, 15],
                "valencia": [2, 4, 7, 11, 16, 22, 22, 22],
                "palma": [5, 10, 15],
                "portimao": [6],
                "sevilla": [3, 4, 6, 9, 15, 15],
                "cordoba": [6],
                "granada": [5],
                "cadiz": [2, 5, 9, 9],
                "malaga": [4],
                "almeria": [4],
            }
        }
    },
    "india": {"mandala": {"table": {"0": 0, "1": 5, "2": 10, "3": 20, "4": 30, "5": 40}, "most": 40}},
    "italy": {
        "regions": {
            "table": {
                "5": 1,
                "6": 2,
                "7": 4,
                "8": 7,
                "9": 11,
                "10": 16,
                "11": 22,
                "12": 29,
                "13": 37,
                "14": 46,
                "15": 56,
            },
            "most": 15,
            "double_if_complete": ["Puglia", "Sardegna", "Sicilia"],
        }
    },
    "japan": {
        "bullet-train": {
            "supply": 16,
            "track_most": 30,
            "table": {"2": [10, -10], "3": [15, 5, -10], "4": [20, 10, 0, -10], "5": [25, 15, 5, -5, -10]},
            "none": -20,
        }
    },
    "legendary-asia": {"mountain": {"points_per_x": 2}},
    "london": {"districts": {}},
    "nederland": {
        "toll-money": {
            "start": 30,
            "table": {"5": [55, 35, 20, 10, 0], "4": [55, 35, 20, 0], "3": [55, 35, 0], "2": [35, 0]},
        },
        "loan": {"points_each": -5, "excludes": "toll-money"},
    },
    "new-york": {"attractions": {"points_each": 1}},
    "northern-lights": {
        "bonus-cards": {
            "cards": [
                {"id": "call-of-the-wild", "points": 5},
                {"id": "capital-investment", "points": 7},
                {"id": "cost-efficiency", "points": 7},
                {"id": "small-steps", "points": 10},
                {"id": "nordic-express", "points": 10},
                {"id": "local-network", "points": 10},
                {"id": "international-tycoon", "points": 12},
                {"id": "polar-express", "points": 12},
                {"id": "snowplow", "points": 12},
                {"id": "ferry-master", "points": 12},
                {"id": "wild-west", "points": 7},
            ]
        }
    },
    "old-west": {"city-control": {"markers": 3}, "alvin": {"capture": 10, "end": 10, "start": "roswell"}},
    "pennsylvania": {
        "shares": {
            "railroads": [
                {"id": "prr", "count": 15, "points": [30, 21, 14, 9, 6]},
                {"id": "bo", "count": 10, "points": [20, 14, 9, 5, 2]},
                {"id": "erie", "count": 8, "points": [16, 10, 5, 1]},
                {"id": "reading", "count": 7, "points": [14, 9, 5]},
                {"id": "lv", "count": 6, "points": [12, 7, 3]},
                {"id": "nyc", "count": 5, "points": [10, 6, 3]},
                {"id": "wm", "count": 4, "points": [9, 5]},
                {"id": "jcl", "count": 3, "points": [8, 5]},
                {"id": "brp", "count": 2, "points": [7, 4]},
            ]
        }
    },
    "poland": {
        "country-cards": {
            "stacks": {
                "niemcy": [7, 4, 3],
                "rosja": [7, 4, 3],
                "litwa": [3],
                "bialorus": [6, 4, 2],
                "ukraina": [6, 4, 2],
                "slowacja": [6, 4, 2],
                "czechy": [10, 7, 4, 2],
            }
        }
    },
    "south-korea": {
        "provinces": {
            "lines": ["black", "green", "orange", "purple", "blue", "red", "yellow", "white"],
            "by_rank": {"2": [10], "3": [10, 6], "4": [10, 6, 4], "5": [10, 6, 4, 2]},
        }
    },
    "uk": {
        "technologies": {
            "cards": [
                {"id": "wales"},
                {"id": "ireland-france"},
                {"id": "scotland"},
                {"id": "stoker"},
                {"id": "steam-boiler"},
                {"id": "propellers"},
                {"id": "booster"},
                {"id": "boiler-lagging", "points": 1},
                {"id": "steam-turbines", "points": 2},
                {"id": "double-heading", "points": 2},
                {"id": "right-of-way", "copies": 1, "returns": True},
                {"id": "thermocompressor", "advanced": True, "copies": 1, "returns": True},
                {"id": "water-tenders", "advanced": True, "copies": 2},
                {"id": "risky-contracts", "advanced": True, "copies": 1, "points": 20, "else": -20},
                {"id": "equalising-beam", "advanced": True, "copies": 1, "points": 15, "else": -15},
                {"id": "diesel-power", "advanced": True, "copies": 1},
            ]
        }
    },
    "world": {
        "harbours": {"table": {"0": 0, "1": 20, "2": 30, "3": 40}, "most_counted": 3, "unbuilt_each": -4},
        "exchange": {"points_per_piece": -1},
        "pieces": {
            "total": 60,
            "trains_most": 25,
            "ships_most": 50,
            "harbours": 3,
            "start": {"train": 20, "ship": 40},
        },
    },
}

RAILROADS = {railroad["id"] for railroad in SCORING["pennsylvania"]["shares"]["railroads"]}
