"""The workload on SQLAlchemy's object-relational mapper, written as its documentation says."""

import os
import shutil
import sys
import threading
import time

from sqlalchemy import ForeignKey, Index, LargeBinary, create_engine, event, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload

from workload import MASK, QUERY_SEED, Options, Random, companies, memory, now, persons, report

PRODUCT = "sqlalchemy"


class Base(DeclarativeBase):
    pass


class Company(Base):
    __tablename__ = "company"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    founded: Mapped[int]
    employees: Mapped[list["Person"]] = relationship(back_populates="employer")


class Person(Base):
    __tablename__ = "person"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str]
    age: Mapped[int]
    score: Mapped[float]
    created: Mapped[float]
    active: Mapped[bool]
    avatar_hash: Mapped[bytes] = mapped_column(LargeBinary)
    employer_id: Mapped[int] = mapped_column(ForeignKey("company.id"))
    employer: Mapped[Company] = relationship(back_populates="employees")
    __table_args__ = (Index("person_age", "age"), Index("person_employer", "employer_id"))


def open_engine(directory, synchronous="FULL"):
    engine = create_engine(f"sqlite:///{directory}/sqlalchemy.sqlite")

    @event.listens_for(engine, "connect")
    def set_pragmas(connection, _):
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {synchronous}")
        cursor.execute("PRAGMA busy_timeout = 5000")
        cursor.close()

    return engine


def aged(low, width):
    return select(Person).where(Person.age >= low, Person.age < low + width)


def total(found):
    return sum(p.age + len(p.name.encode()) for p in found)


class Suite:
    def __init__(self, options):
        self.options = options
        self.values = persons(options.objects, options.companies)
        self.engine = open_engine(options.directory)

    def time(self, workload, operations, work, checksum=None):
        start = now()
        result = work()
        seconds = now() - start
        report(PRODUCT, workload, seconds, operations, checksum() if checksum else result)

    def count_persons(self):
        with Session(self.engine) as session:
            return session.scalar(select(func.count()).select_from(Person))

    def everyone(self, session):
        return session.scalars(select(Person)).all()

    def run(self):
        Base.metadata.create_all(self.engine)
        steps = [
            ("W1", self.insert), ("W2", self.fetch_all), ("W3", self.look_up), ("W4", self.fetch_ranges),
            ("W5", self.fetch_sorted), ("W7", self.traverse_to_one), ("W8", self.traverse_to_many),
            ("W8p", self.traverse_prefetched), ("W11", self.count), ("W11s", self.count_by_scan),
            ("W6", self.update_all), ("W10", self.insert_one_by_one), ("W10n", self.insert_unsynced),
            ("W13", self.read_while_writing), ("W9", self.delete_all),
        ]
        for workload, step in steps:
            if self.options.includes(workload):
                step()

    def insert(self):
        def work():
            with Session(self.engine) as session:
                employers = [Company(**values) for values in companies(self.options.companies)]
                session.add_all(employers)
                session.add_all(
                    Person(id=i + 1, employer=employers[v["employer_id"] - 1], **without_employer(v))
                    for i, v in enumerate(self.values)
                )
                session.commit()

        self.time("W1", self.options.objects + self.options.companies, work,
                  lambda: self.count_persons() + self.options.companies)

    def fetch_all(self):
        def work():
            with Session(self.engine) as session:
                return total(self.everyone(session))

        self.time("W2", self.options.objects, work)

    def measure_memory(self):
        resident, anonymous = memory("VmRSS"), memory("RssAnon")
        with Session(self.engine) as session:
            found = self.everyone(session)
            checksum = total(found)
            for name, value in [
                ("W12", memory("VmRSS") - resident), ("W12n", memory("RssAnon") - anonymous),
                ("W12peak", memory("VmHWM")),
            ]:
                report(PRODUCT, name, value, len(found), checksum)

    def look_up(self):
        def ages(session):
            random = Random(QUERY_SEED)
            return sum(
                session.get(Person, 1 + random.below(self.options.objects)).age for _ in range(self.options.lookups)
            )

        with Session(self.engine) as session:
            self.time("W3", self.options.lookups, lambda: ages(session))
        if self.options.includes("W3h"):
            with Session(self.engine) as session:
                resident = self.everyone(session)
                self.time("W3h", self.options.lookups, lambda: ages(session))
                del resident

    def fetch_ranges(self):
        def work():
            random, checksum, session = Random(QUERY_SEED), 0, None
            for query in range(self.options.ranges):
                if query % 100 == 0:
                    if session:
                        session.close()
                    session = Session(self.engine)
                found = session.scalars(aged(random.below(9900), 100)).all()
                checksum += len(found) + sum(p.age for p in found)
            session.close()
            return checksum

        self.time("W4", self.options.ranges, work)

    def fetch_sorted(self):
        def work():
            random, checksum = Random(QUERY_SEED), 0
            with Session(self.engine) as session:
                for _ in range(self.options.sorts):
                    request = aged(random.below(9000), 1000).order_by(Person.score.desc()).limit(50)
                    for person in session.scalars(request):
                        checksum = (checksum * 31 + person.age) & MASK
            return checksum

        self.time("W5", self.options.sorts, work)

    def traverse_to_one(self):
        def work():
            checksum = 0
            with Session(self.engine) as session:
                session_companies = session.scalars(select(Company)).all()
                for person in self.everyone(session):
                    name = person.employer.name.encode()
                    checksum += len(name) + name[-1]
                del session_companies
            return checksum

        self.time("W7", self.options.objects, work)

    def traverse(self, workload, request):
        def work():
            checksum = 0
            with Session(self.engine) as session:
                for company in session.scalars(request):
                    checksum += len(company.employees) + sum(p.age for p in company.employees)
            return checksum

        self.time(workload, self.options.objects, work)

    def traverse_to_many(self):
        self.traverse("W8", select(Company))

    def traverse_prefetched(self):
        self.traverse("W8p", select(Company).options(selectinload(Company.employees)))

    def count(self):
        def work():
            random, checksum = Random(QUERY_SEED), 0
            with Session(self.engine) as session:
                for _ in range(self.options.counts):
                    low = random.below(9900)
                    request = select(func.count()).select_from(Person).where(Person.age >= low, Person.age < low + 100)
                    checksum += session.scalar(request)
            return checksum

        self.time("W11", self.options.counts, work)

    def count_by_scan(self):
        def work():
            random, checksum = Random(QUERY_SEED), 0
            with Session(self.engine) as session:
                for _ in range(self.options.scans):
                    limit = float(random.below(1000))
                    request = select(func.count()).select_from(Person)
                    checksum += session.scalar(request.where(Person.score > limit, Person.active.is_(True)))
            return checksum

        self.time("W11s", self.options.scans, work)

    def update_all(self):
        with Session(self.engine) as session:
            found = self.everyone(session)

            def work():
                for person in found:
                    person.age += 1
                session.commit()

            def checksum():
                with Session(self.engine) as other:
                    return total(self.everyone(other))

            self.time("W6", len(found), work, checksum)

    def insert_one_by_one(self, workload="W10"):
        first = self.count_persons() + 1
        with Session(self.engine) as session:

            def work():
                for index in range(self.options.saves):
                    session.add(Person(id=first + index, **self.values[index % len(self.values)]))
                    session.commit()

            self.time(workload, self.options.saves, work, self.count_persons)

    def reopen(self, synchronous):
        self.engine.dispose()
        self.engine = open_engine(self.options.directory, synchronous)

    def insert_unsynced(self):
        self.reopen("NORMAL")
        self.insert_one_by_one("W10n")
        self.reopen("FULL")

    def read_while_writing(self):
        self.engine.dispose()
        aside = self.options.directory + ".aside"
        shutil.copytree(self.options.directory, aside)
        # The engines put their copies on the disk; otherwise the next save would wait for this one.
        os.sync()
        self.reopen("FULL")
        before, stop, done = self.count_persons(), threading.Event(), {}

        def write():
            commits, number = 0, 2_000_000
            while not stop.is_set():
                with Session(self.engine) as session:
                    session.add_all(
                        Person(id=i, **self.values[i % len(self.values)]) for i in range(number, number + 100)
                    )
                    session.commit()
                number, commits = number + 100, commits + 1
            done["W13w"] = commits

        def read():
            random, queries = Random(QUERY_SEED), 0
            while not stop.is_set():
                with Session(self.engine) as session:
                    sum(p.age for p in session.scalars(aged(random.below(9900), 100)))
                queries += 1
            done["W13r"] = queries

        threads = [threading.Thread(target=write), threading.Thread(target=read)]
        start = now()
        for thread in threads:
            thread.start()
        time.sleep(self.options.seconds)
        stop.set()
        for thread in threads:
            thread.join()
        seconds = now() - start
        if len(done) != 2 or self.count_persons() != before + done["W13w"] * 100:
            sys.exit("W13: objects are lost")
        for workload, operations in done.items():
            report(PRODUCT, workload, seconds, operations, 0)
        self.engine.dispose()
        shutil.rmtree(self.options.directory)
        os.rename(aside, self.options.directory)
        self.reopen("FULL")

    def delete_all(self):
        with Session(self.engine) as session:
            found = self.everyone(session)

            def work():
                for person in found:
                    session.delete(person)
                session.commit()

            self.time("W9", len(found), work, self.count_persons)


def without_employer(values):
    return {name: value for name, value in values.items() if name != "employer_id"}


if __name__ == "__main__":
    chosen = Options(sys.argv[1:])
    suite = Suite(chosen)
    print(f"S {PRODUCT} WAL, synchronous FULL, SQLite's defaults, one session a workload", flush=True)
    if chosen.mode == "memory":
        suite.measure_memory()
    else:
        suite.run()
