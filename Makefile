# Everything is in run.py, which needs nothing but Python; these are its names for make.
PYTHON ?= python3
LOCK = uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.PHONY: play dev test check docs build bundle lock

play dev test check docs build bundle:
	@$(PYTHON) run.py $@ $(ARGS)

# The test lock is made first and the others are held to it, so that one version of everything is installed.
lock:
	$(LOCK) --upgrade --extra server --extra test --extra docs pyproject.toml requirements-build.in -o requirements-test.txt
	$(LOCK) -c requirements-test.txt --extra server pyproject.toml -o requirements.txt
	$(LOCK) -c requirements-test.txt --extra server --extra postgres pyproject.toml -o requirements-postgres.txt
	$(LOCK) -c requirements-test.txt requirements-build.in -o requirements-build.txt
	npm install --package-lock-only --ignore-scripts
