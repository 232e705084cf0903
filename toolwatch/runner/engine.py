"""The loop: jobs to a provider, many at a time, each answer kept as soon as it is there."""

import asyncio
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from toolwatch.model.trial import Ask, Choice, Trial
from toolwatch.runner.base import Provider
from toolwatch.runner.failures import AskFailure, Unavailable, Unreadable
from toolwatch.runner.holds import FREE, Hold
from toolwatch.runner.jobs import Job
from toolwatch.runner.ledger import Ledger
from toolwatch.runner.limits import Pace, backoff
from toolwatch.runner.progress import Count, OnProgress
from toolwatch.runner.store import AnswerStore


@dataclass(frozen=True, slots=True)
class Options:
    """How a provider is driven."""

    concurrency: int = 4
    tries: int = 3
    """Attempts at one question in all; what fails that often is an error of the trial."""
    requests_per_minute: int = 0
    """0 is no limit."""
    tokens_per_minute: int = 0
    first_wait: float = 0.5
    """Seconds before the second attempt where the endpoint does not say; doubled for each further one."""
    longest_wait: float = 60.0
    """Seconds; an endpoint that asks for a longer wait is taken at its word and not asked again."""

    give_up: int = 10
    """Questions in a row without any answer after which the endpoint is taken for dead and no more are asked."""


DEFAULTS = Options()
_LOOK = 0.1
"""Seconds between two looks at a question that another process asks."""


def run(
    jobs: Sequence[Job],
    provider: Provider,
    store: AnswerStore,
    *,
    options: Options = DEFAULTS,
    ledger: Ledger | None = None,
    progress: OnProgress | None = None,
) -> tuple[Trial, ...]:
    """Ask every job that the store has no answer to, and return one trial for each, in the order of the jobs.

    Ctrl-C or SIGTERM lets the calls under way come home, keeps their answers and then interrupts; a second one does not
    wait.

    Raises:
        ModelError: the provider cannot be used at all.
        UsageError: answers cannot be kept.
        KeyboardInterrupt: see above; a later run of the same jobs asks only what is missing.
    """
    if not jobs:
        return ()
    return asyncio.run(_Run(jobs, provider, store, options, ledger or Ledger(), progress).all())


class _Run:
    def __init__(
        self,
        jobs: Sequence[Job],
        provider: Provider,
        store: AnswerStore,
        options: Options,
        ledger: Ledger,
        progress: OnProgress | None,
    ) -> None:
        self.jobs = jobs
        self.provider = provider
        self.store = store
        self.options = options
        self.ledger = ledger
        self.model = provider.info.label
        self.pace = Pace(options.requests_per_minute, options.tokens_per_minute, ledger.window)
        self.trials: list[Trial | None] = [None] * len(jobs)
        self.workers: list[asyncio.Task[None]] = []
        self.calling: set[asyncio.Task[None] | None] = set()
        """Those whose call is under way: they are let come home."""
        self.asking: dict[tuple[str, int], asyncio.Future[None]] = {}
        self.count = Count(len(jobs), ledger, progress)
        self.stopped = ""
        self.unanswered = 0
        self.interrupted = False
        self.prepared = False
        self.settled = asyncio.Condition()

    async def all(self) -> tuple[Trial, ...]:
        """One trial for each job."""
        queue = iter(range(len(self.jobs)))
        self.workers = [
            asyncio.create_task(self._work(queue)) for _ in range(min(self.options.concurrency, len(self.jobs)))
        ]
        with self._interruptible():
            try:
                done, _ = await asyncio.wait(self.workers, return_when=asyncio.FIRST_EXCEPTION)
            except asyncio.CancelledError:
                if not self.interrupted:
                    raise
            else:
                for worker in done:
                    if not worker.cancelled():
                        worker.result()
            finally:
                await self._end()
        if self.interrupted:
            raise KeyboardInterrupt
        return tuple(trial for trial in self.trials if trial is not None)

    async def _end(self) -> None:
        for worker in self.workers:
            worker.cancel()
        await asyncio.gather(*self.workers, return_exceptions=True)
        await self.provider.close()

    async def _work(self, queue: Iterator[int]) -> None:
        for index in queue:
            if self.interrupted:
                return
            self.trials[index] = trial = await self._trial(self.jobs[index])
            self.count.add(trial)
            # A run of stored answers would otherwise never let Ctrl-C or another worker in.
            await asyncio.sleep(0)

    async def _trial(self, job: Job) -> Trial:
        key = self.provider.key(job.ask)
        while (other := self.asking.get((key, job.repeat))) is not None:
            await other
        if (kept := self.store.get(key, job.repeat)) is not None:
            return self._known(job, key, kept)
        mine = self.asking[key, job.repeat] = asyncio.get_running_loop().create_future()
        try:
            if self.provider.asks and (kept := await self._claimed(key, job.repeat)) is not None:
                return self._known(job, key, kept)
            choice = await self._ask(job.ask, key)
            kept = self.store.put(key, job.repeat, choice, about=self.provider.about(job.ask))
            return self._made(job, key, kept)
        except AskFailure as error:
            return Trial(job.suite, job.case, self.model, job.edition, job.repeat, key, error=str(error))
        finally:
            self.store.claims.give_back(key, job.repeat)
            del self.asking[key, job.repeat]
            mine.set_result(None)

    async def _claimed(self, key: str, repeat: int) -> Choice | None:
        """Wait while another process asks this; its answer, or None where the question now is this run's to ask.

        Raises:
            Unavailable: it asks for longer than all the tries of a question take, or this run asks nothing any more.
        """
        options = self.options
        longest = options.tries * (self.provider.setup.timeout + options.longest_wait)
        end = asyncio.get_running_loop().time() + longest
        while not self.store.claims.take(key, repeat):
            if self.stopped:
                raise Unavailable(f"not asked: {self.stopped}", again=False)
            if asyncio.get_running_loop().time() > end:
                raise Unavailable(f"another run has been asking this for {longest:g} s: wait for it", again=False)
            await asyncio.sleep(_LOOK)
        return self.store.get(key, repeat)

    def _known(self, job: Job, key: str, kept: Choice) -> Trial:
        self.ledger.stored += 1
        return self._made(job, key, kept, stored=True)

    def _made(self, job: Job, key: str, choice: Choice, *, stored: bool = False) -> Trial:
        unsent = choice.tool is not None and choice.tool not in {tool.name for tool in job.ask.tools}
        return Trial(
            job.suite,
            job.case,
            self.model,
            job.edition,
            job.repeat,
            key,
            choice=choice,
            stored=stored,
            unsent=unsent,
        )

    async def _ask(self, ask: Ask, key: str) -> Choice:
        for attempt in range(1, self.options.tries + 1):
            try:
                choice = await self._attempt(ask)
            except AskFailure as error:
                wait = self._wait(error, key, ask.repeat, attempt)
                if wait is None:
                    self._note(error)
                    raise
                await asyncio.sleep(wait)
            else:
                self.unanswered = 0
                return choice
        raise AssertionError("the last attempt returns or raises")

    def _wait(self, error: AskFailure, key: str, repeat: int, attempt: int) -> float | None:
        """Seconds until the next attempt, or None where there is none."""
        if isinstance(error, Unavailable) and error.hopeless:
            self.stopped = self.stopped or str(error)
        if attempt >= self.options.tries or self.stopped or self.interrupted:
            return None
        if isinstance(error, Unreadable):
            return 0.0 if error.again else None
        assert isinstance(error, Unavailable)
        asked = error.retry_after
        wait = backoff(f"{key}:{repeat}", attempt, self.options.first_wait) if asked is None else asked
        if not error.again or wait > self.options.longest_wait:
            return None
        if asked is not None:
            self.pace.pause(wait)
        return wait

    def _note(self, error: AskFailure) -> None:
        """Count questions that got no answer at all; an answer that cannot be read shows that somebody is there."""
        self.unanswered = self.unanswered + 1 if isinstance(error, Unavailable) and error.again else 0
        if self.unanswered >= self.options.give_up and not self.stopped:
            self.stopped = f"{self.unanswered} questions in a row got no answer ({error})"

    async def _attempt(self, ask: Ask) -> Choice:
        if not self.prepared:
            self.provider.prepare()
            self.prepared = True
        calls = self.provider.calls_for(ask)
        most_out = self.provider.setup.max_tokens
        hold = self.ledger.sizes.hold(ask, most_out, calls=calls) if calls else FREE
        await self._admit(hold)
        spent = (hold.tokens_in, hold.tokens_out)
        me = asyncio.current_task()
        self.calling.add(me)
        try:
            choice = await self.provider.choose(ask)
            spent = self.ledger.cost((choice.tokens_in, choice.tokens_out), hold)
            self.ledger.sizes.learn(ask, choice.tokens_in)
            return choice
        except Unreadable as error:
            spent = self.ledger.cost(error.tokens, hold) if error.tokens else spent
            raise
        except Unavailable as error:
            spent = spent if error.billed else (0, 0)
            raise
        finally:
            self.calling.discard(me)
            self.ledger.settle(hold, *spent)
            async with self.settled:
                self.settled.notify_all()

    async def _admit(self, hold: Hold) -> None:
        """Wait for the rate limit and for room in the budget; the call is entered when this returns."""
        await self.pace.turn(hold.tokens_in + hold.tokens_out)
        async with self.settled:
            while (refusal := self.ledger.refusal(hold)) and self.ledger.busy and not self.stopped:
                await self.settled.wait()
        if self.stopped or self.interrupted or refusal:
            self.stopped = self.stopped or refusal
            raise Unavailable(f"not asked: {self.stopped or 'interrupted'}", again=False)
        self.ledger.take(hold)

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        if before[signal.SIGTERM] is not signal.SIG_DFL:
            del before[signal.SIGTERM]  # the program around has a mind of its own about it
        for number in before:
            loop.add_signal_handler(number, self._interrupt, asyncio.current_task())
        try:
            yield
        finally:
            for number, handler in before.items():
                loop.remove_signal_handler(number)
                signal.signal(number, handler)

    def _interrupt(self, task: "asyncio.Task[object] | None") -> None:
        if self.interrupted and task is not None:
            task.cancel()
        self.interrupted = True
        for worker in self.workers:
            if worker not in self.calling:
                worker.cancel()
