"""View models: a module a page, made of a View, with every word the page shows. No Flask."""
