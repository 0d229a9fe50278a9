"""The frame of the site: settings, middleware, serving, static files; no rules, no tables."""
