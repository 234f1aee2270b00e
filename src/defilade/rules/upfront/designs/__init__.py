"""Forces and scenarios put together by players."""
