"""The order of the tests."""


def pytest_collection_modifyitems(items):
    """The laws take longest: when they begin, no worker is left alone with one of them at the end."""
    items.sort(key=lambda item: "test_laws" not in item.nodeid)
