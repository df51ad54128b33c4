"""The sentences that people read, and their translations. Development only: needs Babel."""
