"""The frame of the site: configuration and looks; no rule, no table."""
