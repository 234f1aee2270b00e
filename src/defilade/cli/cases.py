"""`defilade case`: run cases and tell what differs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.console.output import print_json, progress_bar
from defilade.lab.cases import Finding, find_case_files, read_cases, run_case

Files = Annotated[list[Path], typer.Argument(help="Case files, or folders of them.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def case(files: Files, json: Json = False) -> None:
    """Run cases. Exit code 0: all hold; 1: some differ; 2: unreadable."""
    # Every file is read before any case is run: a wrong file is told before anything is printed.
    entries = [entry for path in find_case_files(files) for entry in read_cases(path)]
    with progress_bar("cases", len(entries), quiet=json) as advance:
        findings = []
        for entry in entries:
            findings.append(run_case(entry))
            advance(1)
    failed = [finding for finding in findings if not finding.holds]
    if json:
        print_json({"passed": len(findings) - len(failed), "failed": [as_document(one) for one in failed]})
    else:
        print_findings(findings, failed)
    raise typer.Exit(1 if failed else 0)


def as_document(finding: Finding) -> dict[str, object]:
    return {
        "file": finding.file,
        "case": finding.case,
        "title": finding.title,
        "differences": finding.differences,
    }


def print_findings(findings: list[Finding], failed: list[Finding]) -> None:
    for finding in failed:
        print(f"{finding.file}: {finding.case}: {finding.title}")
        for difference in finding.differences:
            print(f"    {difference}")
    held = len(findings) - len(failed)
    print(f"{held} of {len(findings)} cases hold" + (f", {len(failed)} differ" if failed else ""))
