"""Two servers on one database, in the short form; `make cluster` makes the long one, by browser too."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.cluster import lesson
from tests.cluster.__main__ import outcomes
from tests.cluster.nginx import NoNginxError, nginx_path
from tests.cluster.servers import running_cluster
from tests.faults.ground import SHORT, found_school
from tests.faults.rows import table
from tests.faults.tables import connected_to, new_database
from tests.postgres import NoPostgresError, programs_folder, running_postgres, shared_folder


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that PostgreSQL and nginx come to, where both are on this machine."""
    try:
        nginx_path()
        programs_folder()
    except (NoNginxError, NoPostgresError) as error:
        pytest.skip(str(error))
    with shared_folder("sudokusite-cluster-") as folder:
        yield folder


@pytest.mark.slow
def test_servers_that_start_together_on_an_empty_database_share_one_demo_class(place: Path) -> None:
    with running_postgres(place / "postgres", fsync="off") as server:
        database = new_database(server, "school")
        with running_cluster(place, database, arguments=()) as cluster, connected_to(database) as tables:
            demo = tables.execute("SELECT count(*) FROM accounts_user").fetchone()[0]
            said = [site.said().count("Demo accounts") for site in cluster.sites.values()]
            answerers = [answerer_of_a_script(cluster.url) for _visit in range(2)]
    assert demo == 5
    assert answerers[0] in [f"127.0.0.1:{site.port}" for site in cluster.sites.values()]
    assert answerers[1] is None, "the proxy did not keep a file that never changes"
    assert sorted(said) == [0, 1]


def answerer_of_a_script(url: str) -> str | None:
    """The server that answered for the first script of the login page; None where the proxy had it."""
    with urlopen(f"{url}/accounts/login/") as page:
        path = re.search(r'src="(/static/js/[^"]+)"', page.read().decode())
    assert path
    with urlopen(f"{url}{path[1]}") as script:
        answerer: str | None = script.headers["X-Answered-By"]
    return answerer


@pytest.mark.slow
def test_a_lesson_goes_on_whatever_process_is_killed(place: Path) -> None:
    with running_postgres(place / "postgres") as server:
        database = new_database(server, "school")
        found_school(place / "school", DATABASE_URL=database)
        with running_cluster(place, database) as cluster:
            rows = list(lesson.rows(cluster, SHORT, postgres=place / "postgres"))
            said = cluster.said()
    assert all(row.is_kept for row in rows), f"\n{table(rows)}\n{said}"


def test_outcomes_are_counted_and_what_is_left_out_with_its_reason(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        "<testsuites><testsuite>"
        "<testcase/><testcase/><testcase><failure/></testcase><testcase><error/></testcase>"
        "<testcase><skipped message='no reason'/></testcase>"
        "</testsuite></testsuites>"
    )
    assert outcomes(report) == {"passed": 2, "failed": 2, "left out: no reason": 1}
