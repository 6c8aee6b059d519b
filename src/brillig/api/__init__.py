"""The door for Python programs; `import brillig` has all of its functions."""
