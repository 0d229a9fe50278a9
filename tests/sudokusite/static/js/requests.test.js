import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { pauseAfter, Retry } from "../../../../sudokusite/static/js/requests.js";

test("pauses double, up to half a minute, and differ by a fifth at most", () => {
  for (const [failures, seconds] of [[1, 1], [2, 2], [3, 4], [6, 30], [20, 30]]) {
    const pause = pauseAfter(failures) / 1000;
    assert.ok(pause >= 0.8 * seconds && pause <= 1.2 * seconds, `${pause} s after ${failures}`);
  }
});

test("it tries again once, when the pause is over", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const again = mock.fn();
  const retry = new Retry(again);
  retry.wait({ ms: 500 });
  assert.ok(retry.isWaiting);
  mock.timers.tick(499);
  assert.equal(again.mock.callCount(), 0);
  mock.timers.tick(5000);
  assert.equal(again.mock.callCount(), 1);
  assert.ok(!retry.isWaiting);
  mock.timers.reset();
});

test("what the server asks for is the least", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const again = mock.fn();
  new Retry(again).wait({ leastMs: 7000 });
  mock.timers.tick(6999);
  assert.equal(again.mock.callCount(), 0);
  mock.timers.tick(1);
  assert.equal(again.mock.callCount(), 1);
  mock.timers.reset();
});

test("without a pause there is nothing to resume, and a stopped one does not come back", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const again = mock.fn();
  const retry = new Retry(again);
  retry.resume();
  retry.wait({ ms: 10 });
  retry.stop();
  mock.timers.tick(1000);
  assert.equal(again.mock.callCount(), 0);
  mock.timers.reset();
});

test("a success forgets the failures", () => {
  const retry = new Retry(() => {});
  retry.wait({ ms: 1 });
  retry.stop();
  assert.equal(retry.failures, 1);
  retry.succeed();
  assert.equal(retry.failures, 0);
});
