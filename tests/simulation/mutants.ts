/**
 * Deliberately broken protocols, each of which the simulation must catch. A mutant is a few changes of the
 * real modules, found by the shape of the syntax tree (patch-source.ts).
 */
import { mutantsOfAgents } from './mutants-of-agents.ts';
import type { Patch } from './patch-source.ts';

export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  /** The first drawn schedule that catches it; left out: the written one of its name does (scripts.ts). */
  readonly seed?: number;
  readonly patches: readonly Patch[];
}

const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace });
/** Only inside the declaration of this name. */
const patchIn = (file: string, inside: string, find: string, replace: string): Patch => ({
  file,
  inside,
  find,
  replace,
});

/** The search for the mark before sending is a second protection, and hides what the first one lacks. */
const unsearched = patch('find-earlier-copy.ts', 'if ($any === undefined) return null;', 'return null;');

/** The same, but what it finds is shown later. */
const foundInVain = patch('order-task.ts', 'if ($earlier !== null) throw $problem;', '');

/** Numbers between those that are known are not asked for. */
const onlyListed = patchIn(
  'reconcile-order.ts',
  'reconcileOrder',
  'const orders = $searched ? $more : $listed;',
  'const orders = $listed;',
);

export const mutants: readonly Mutant[] = [
  ...mutantsOfAgents,
  {
    name: 'naive-retry',
    breaks: 'a lost answer counts as unsent and is tried again',
    seed: 5,
    patches: [
      patch(
        'outcome-events.ts',
        "const type = $committed ? 'lose' : 'doubt'; return $lost;",
        "const hold = holdFor(record, failureOf({ code, message }), options); return { event: { type: $committed ? 'withhold' : 'unsent', ...hold }, detail: outcome };",
      ),
    ],
  },
  {
    name: 'late-record',
    breaks: '"committed" is written after the last byte left',
    seed: 1,
    patches: [
      patch(
        'runner.ts',
        "$ledger.change($id, { type: 'commit' }, $sending);",
        "void new Promise((resolve) => setImmediate(resolve)).then(() => $ledger.change($id, { type: 'commit' }, $sending)).catch(() => {});",
      ),
    ],
  },
  {
    name: '5xx-is-refusal',
    breaks: 'a status of 500 or more counts as "not executed"',
    seed: 8,
    patches: [patch('outcome.ts', '[400, 401, $$more]', '[400, 401, $$more, 500, 502, 503, 504]')],
  },
  {
    name: '409-is-refusal',
    breaks: '408 and 409 count as "not executed"',
    seed: 8,
    patches: [patch('outcome.ts', '[400, 401, $$more]', '[400, 401, $$more, 408, 409]')],
  },
  {
    name: 'broken-is-unsent',
    breaks: 'a connection that broke counts as unsent, whatever left before',
    seed: 4,
    patches: [patch('outcome.ts', '$result.mayHaveActed ? $unknown : $unsent', '$unsent')],
  },
  {
    name: 'writes-repeat',
    breaks: 'a write on a broken connection is sent once more, as Chromium does',
    seed: 8,
    patches: [
      patch(
        'service-connection.ts',
        'const $result = await $send({ ...$question, signal: gate.signal, gate }, token);',
        "let $result = await $send({ ...$question, signal: gate.signal, gate }, token); if ($result.kind === 'failed' && $result.brokeUnanswered) $result = await $send({ ...$question, signal: gate.signal }, token);",
      ),
    ],
  },
  {
    name: 'crash-forgets',
    breaks: 'after a crash, what was sent counts as unsent',
    seed: 82,
    patches: [
      patchIn(
        'jobs/state.ts',
        'crash',
        "if (state === 'committed') return { state: 'unknown', problem };",
        "if (state === 'committed') return { state: 'queued', proof: 'last-byte-withheld' };",
      ),
    ],
  },
  {
    name: 'sync-normal',
    breaks: 'the database is reopened with synchronous=NORMAL',
    seed: 17,
    patches: [patch('database.ts', "$sqlite.pragma('synchronous = FULL');", '')],
  },
  {
    name: 'log-unsynced',
    breaks: 'sent.log is written and not synced',
    seed: 1,
    patches: [patchIn('sent-log.ts', 'write', 'fsyncSync($handle);', '')],
  },
  {
    name: 'no-epoch',
    breaks: 'a second launch does not stop the writes of the first',
    seed: 114,
    patches: [
      patch('job-store.ts', 'const isCurrentEpoch = $sql;', "const isCurrentEpoch = '@epoch = @epoch';"),
      patch('ledger.ts', '$jobs.requireEpoch($epoch)', 'undefined'),
    ],
  },
  {
    name: 'no-price-guard',
    breaks: 'an order goes at whatever it costs now',
    seed: 87,
    patches: [patch('agreement-guard.ts', 'if (code !== null) throw $ask;', ';')],
  },
  {
    name: 'limit-ignored',
    breaks: 'a part whose price was open is ordered at any price',
    seed: 42,
    patches: [
      patch(
        'agreement-guard.ts',
        'if (!isMore($now, $before, $tolerance)) return [];',
        'if (isOpen(agreed) || !isMore($now, $before, $tolerance)) return [];',
      ),
      patch(
        'agreement-guard.ts',
        'isMore($offer.parts, $agreement.parts, $tolerance)',
        '!hasOpen && isMore($offer.parts, $agreement.parts, $tolerance)',
      ),
    ],
  },
  {
    name: 'limit-tolerated',
    breaks: 'a limit may be exceeded as far as a price may rise',
    patches: [patch('enqueue.ts', '$limited ? 0 : options.priceTolerance()', 'options.priceTolerance()')],
  },
  {
    name: 'model-unchecked',
    breaks: 'nobody asks whether a model still has the file that was agreed to',
    seed: 49,
    patches: [patch('agreement-guard.ts', "if (!hasAgreedFile($$all)) return 'file';", '')],
  },
  {
    name: 'model-taken-for-there',
    breaks: 'a model that somebody else removed is ordered',
    seed: 179,
    patches: [
      patch('agreement-guard.ts', "if ($model === null) return 'gone';", 'if ($model === null) return null;'),
    ],
  },
  {
    name: 'markup-ignored',
    breaks: 'a model costs what its measures cost, whatever its owner adds',
    seed: 58,
    patches: [
      patch('line-prices.ts', 'const markup = $entry?.markup ?? null;', 'const markup = null;'),
      patchIn('line-prices.ts', 'ownPrice', 'known($entry?.price)', 'known(entry?.basePrice)'),
      patchIn('agreement-guard.ts', 'misfitOf', "$more ? 'markup' : null", 'null'),
    ],
  },
  {
    name: 'withheld-ignored',
    breaks: 'a model is ordered in a material that its owner does not offer',
    seed: 36,
    patches: [patch('agreement-guard.ts', "if ($entry?.isActive === false) return 'withheld';", '')],
  },
  {
    name: 'spool-file-unsynced',
    breaks: 'the copy of a file is not synced before the job counts as taken',
    seed: 8,
    patches: [patch('spool.ts', 'await $disk.syncFile($path);', '')],
  },
  {
    name: 'spool-folder-unsynced',
    breaks: 'the name of a copy is not synced before the job counts as taken',
    seed: 8,
    patches: [patch('spool.ts', 'await $disk.syncFolder($folder);', '')],
  },
  {
    name: 'file-unchecked',
    breaks: 'bytes are neither compared while sending nor with what the service kept',
    seed: 319,
    patches: [
      patch('bodies.ts', "$hash.digest('hex') !== sha256", "$hash.digest('hex') === ''"),
      patch(
        'same-file.ts',
        'fileMd5Checksum.toLowerCase() === $md5 && contentLength === $size',
        'fileMd5Checksum && $md5 && contentLength && $size',
      ),
    ],
  },
  {
    name: 'pauses-ignored',
    breaks: 'the time that the service names is not waited for',
    seed: 8,
    patches: [
      patch('service-connection.ts', 'if ($now < $since || $now >= $until) return;', 'return;'),
      patchIn('account-throttle.ts', 'pause', '$held.set(accountId, $hold);', ';'),
    ],
  },
  {
    name: 'request-key-ignored',
    breaks: 'asking again after a crash makes a second order',
    patches: [
      patch(
        'enqueue.ts',
        'const repeated = withKey($ledger, $input);',
        'const repeated = null as JobRecord | null;',
      ),
      patch(
        'enqueue.ts',
        'const meanwhile = withKey($ledger, $input);',
        'const meanwhile = null as JobRecord | null;',
      ),
      patch(
        'enqueue.ts',
        'common($options, $accountId, $input.requestKey ?? null)',
        'common($options, $accountId, null)',
      ),
    ],
  },
  {
    name: 'log-disbelieved',
    breaks: 'sent.log is not asked when the database is older',
    seed: 240,
    patches: [patch('recover.ts', 'believeLog($$all);', ';')],
  },
  {
    name: 'rows-unchecked',
    breaks: 'a row whose checksum does not fit is trusted',
    seed: 97,
    patches: [patch('job-record.ts', 'if (rowSum($row) !== $row.row_sum) return null;', '')],
  },
  {
    name: 'schema-last',
    breaks: 'a damaged rule of a table is not looked for before something uses it',
    patches: [
      patchIn(
        'backups.ts',
        'isSound',
        "hasSoundSchema($$all) && $check === 'ok' && $indexes",
        "$check === 'ok' && hasSoundSchema($$all) && $indexes",
      ),
    ],
  },
  {
    name: 'tokens-recorded',
    breaks: 'the token itself stands in the evidence',
    seed: 1,
    patches: [
      patch(
        'token-cache.ts',
        "$createHash('sha256').update($token).digest('hex').slice(0, 16)",
        "($createHash ? $token : '')",
      ),
    ],
  },
  {
    name: 'spool-swept',
    breaks: 'files of jobs that wait are removed after an hour',
    seed: 8,
    patches: [
      patch('spool.ts', '!$name || $referenced.has($file)', '!$name'),
      patchIn('spool.ts', 'unusedFor', '24 * 3_600_000', '60_000'),
    ],
  },
  {
    name: 'answer-trusted-early',
    breaks: 'an upload that is not known to be done is ordered',
    seed: 506,
    patches: [
      patchIn('dependencies.ts', 'allDone', '$dependsOn.every($isDone)', 'true'),
      patch('order-task.ts', "if ($upload?.kind !== 'upload' || $isOpen || $isEmpty) { $$rest }", ''),
      patch(
        'order-task.ts',
        'const { modelId, modelVersion } = $upload.result;',
        'const { modelId, modelVersion } = upload?.result ?? { modelId: 100, modelVersion: 0 };',
      ),
    ],
  },
  {
    name: 'no-quiescence',
    breaks: 'an order that is absent from the lists is sent again while its token is good',
    seed: 25,
    patches: [
      patch(
        'token-quiescence.ts',
        "if (token === 'accepted') { $$rest }",
        "if (token === 'accepted') { if (serverDate !== null) return { quiescence: { ...before, tokenEndedAt: before.tokenEndedAt ?? serverDate }, isQuiet: true, isHopeless: false, serverNow: serverDate, quietIn: 0 }; $$rest }",
      ),
    ],
  },
  {
    name: 'wall-clock-quiescence',
    breaks: "quiescence goes by this machine's clock",
    patches: [
      patch(
        'token-quiescence.ts',
        "if (token === 'accepted') { $$rest }",
        "if (token === 'accepted') { if (end !== null && now > end + longestProcessing) return { quiescence: { ...before, tokenEndedAt: before.tokenEndedAt ?? now }, isQuiet: true, isHopeless: false, serverNow: serverDate, quietIn: 0 }; $$rest }",
      ),
    ],
  },
  {
    name: 'no-processing-time',
    breaks: 'work that began before the token ended is given no time to end',
    patches: [patchIn('token-quiescence.ts', 'longestProcessing', '10 * 60_000', '0')],
  },
  {
    name: 'processing-time-short',
    breaks: 'the time for work that has begun is a minute too short, and two seconds more',
    patches: [patchIn('token-quiescence.ts', 'longestProcessing', '10 * 60_000', '(10 * 60_000 - 62_000)')],
  },
  {
    name: 'absent-once',
    breaks: 'one list without the order is enough, though lists may be a minute old',
    patches: [
      patch('reconcile-order.ts', 'if ($absentAt === null) { $$rest }', ''),
      patch(
        'reconcile-order.ts',
        '$now < $absentAt + readLag',
        '$absentAt !== null && $now < $absentAt + readLag',
      ),
      patch('reconcile-order.ts', '$absentAt + readLag - $now', '1000'),
    ],
  },
  {
    name: 'stale-verdict',
    breaks: 'one read that does not show the mark is believed for ever',
    patches: [patch('match-orders.ts', "$isSeenAgain ? 'other' : 'seems-other'", "'other'"), foundInVain],
  },
  {
    name: 'filter-unproven',
    breaks:
      'an order that does not answer to the mark counts as foreign, though the filter was never seen to work',
    seed: 99,
    patches: [patch('match-orders.ts', "if (!$isProven) return 'open';", '')],
  },
  {
    name: 'no-control',
    breaks: 'an order that answers to the mark counts as ours, though the service may ignore the filter',
    patches: [
      patch('order-filter.ts', "if ($control !== null && $answers) return { kind: 'ignored' };", ''),
      patch('order-filter.ts', "if (await answersTo($$all)) return { kind: 'ignored' };", ''),
    ],
  },
  {
    name: 'control-too-young',
    breaks: 'an order that may be missing in a reading proves that the service does not ignore filters',
    patches: [patch('match-orders.ts', '$age > readLag ? $before : []', '$before')],
  },
  {
    name: 'second-unsure',
    breaks: 'copies of an order that was found instead of sent are never certain',
    patches: [
      patch(
        'order-filter.ts',
        '$evidence.attemptsOf($job.id).at(-1)?.reference ?? referenceOf($job)',
        '$evidence.readAttempt($job.id, $job.condition.attempt)?.reference',
      ),
      patchIn('watch-order.ts', 'findSecond', '$first.isPending ? $again : $first', '$first'),
      patchIn('watch-order.ts', 'watchOrder', '$isComplete && !$isPending', '$isComplete'),
    ],
  },
  {
    name: 'answer-is-the-end',
    breaks: 'an order that was answered with an error is given no time to be made all the same',
    patches: [
      patchIn(
        'token-quiescence.ts',
        'afterAnswer',
        'return conclude($quiescence, $date, $wait, false);',
        'return conclude($quiescence, $date, 0, false);',
      ),
    ],
  },
  {
    name: 'copy-unsearched',
    breaks: 'nobody looks for an order’s own mark before it is sent from an older copy of the folder',
    patches: [unsearched],
  },
  {
    name: 'stamp-ignored',
    breaks: 'the folder is an older copy by its stamp, and its consents count all the same',
    patches: [
      patch(
        'recover.ts',
        'const isOlder = restored || isOutdated || $lost > 0;',
        'const isOlder = restored || $lost > 0;',
      ),
    ],
  },
  {
    name: 'step-file-ignored',
    breaks: 'without a keychain, nobody reads the step that is kept outside the folder',
    patches: [patchIn('folder-stamp.ts', '#compare', '[held, filed]', '[held]')],
  },
  {
    name: 'keychain-tried-once',
    breaks: 'a keychain that was locked never learns what was done meanwhile',
    seed: 73803,
    patches: [patchIn('folder-stamp.ts', '#tryLater', 'if ($isClosed) return;', 'return;')],
  },
  {
    name: 'other-answer-believed',
    breaks: 'an answer that names another order counts as the own one',
    patches: [patchIn('own-result.ts', 'ownResult', 'if (!$isOfAnother) return $own;', 'return $own;')],
  },
  {
    name: 'rival-ignored',
    breaks: 'an answer counts though it may name the order of another job whose outcome is not known',
    patches: [
      patchIn(
        'own-result.ts',
        'ownOrderAmongRivals',
        'if (!$rivals.some($made)) return $own;',
        'return $own;',
      ),
    ],
  },
  {
    name: 'gateway-believed',
    breaks: 'a refusal in the words of a gateway counts as one by the service',
    seed: 114,
    patches: [
      patch(
        'outcome.ts',
        'if (!$result.mayHaveActed || $passes || $says) return $refused;',
        'return $refused;',
      ),
    ],
  },
  {
    name: 'gateway-hurried',
    breaks: 'a gateway’s refusal ends a change while the service may still execute it',
    seed: 256,
    patches: [
      patch('confirm-refusal.ts', 'if ($isQuiet && $known && $late) return $result;', 'return result;'),
    ],
  },
  {
    name: 'former-model-foreign',
    breaks: 'an order of a model that was replaced since counts as somebody else’s',
    patches: [
      patchIn(
        'order-items.ts',
        'everNamed',
        'for (const { result } of $uploads) if ($made) $add;',
        "if ('modelId' in upload.result) named.add(upload.result.modelId);",
      ),
      unsearched,
    ],
  },
  {
    name: 'cancellation-forgotten',
    breaks: 'a cancellation is not in sent.log, so an older database brings the order back',
    patches: [patch('jobs/state.ts', "if (to === 'cancelled') return 'cancelled';", ';')],
  },
  {
    name: 'list-unfinished',
    breaks: 'a list that shows only some orders counts as all of them',
    patches: [
      patch('known-orders.ts', 'const isComplete = $counted && $page && $every;', 'const isComplete = true;'),
      patchIn('known-orders.ts', 'readPages', '$orders.areMissing && $page <= $most', 'false'),
    ],
  },
  {
    name: 'foreign-testimony',
    breaks: 'any page with status 200 counts as the word of the service',
    seed: 328,
    patches: [
      patchIn(
        'service-connection.ts',
        'probe',
        'readSuccess($result, $$more);',
        'if ($result.status !== 200) readSuccess($result, $$more);',
      ),
      patch('token-quiescence.ts', '$now - $tried.at > longestWithoutDate', 'true'),
    ],
  },
  {
    name: 'no-sweep',
    breaks: 'copies of an upload that arrive late stay',
    seed: 8,
    patches: [
      patch('reconciler.ts', "if ($kind === 'sweep') return $sweep;", "if ($kind === 'sweep') return;"),
    ],
  },
  {
    name: 'sweep-early',
    breaks: 'late copies are looked for once, while they can still come',
    seed: 21,
    patches: [patch('sweep-copies.ts', 'if ($longest > 0) return $longest;', '')],
  },
  {
    name: 'never-resend',
    breaks: 'an order that is proven absent is not sent again',
    seed: 71,
    patches: [patch('record-conclusion.ts', 'ledger.change($id, event, { detail: $facts });', '')],
  },
  {
    name: 'duplicate-hidden',
    breaks: 'a second order with the same mark is not shown',
    seed: 257,
    patches: [patch('watch-order.ts', 'if ($ours.length > 0) return $sighting;', '')],
  },
  {
    name: 'older-attempt',
    breaks: 'an older database decides which attempt of an order counts, though sent.log knows a later one',
    patches: [patch('recover.ts', '$sent.attempt > $condition.attempt', 'false')],
  },
  {
    name: 'last-attempt-unswept',
    breaks: 'what was found counts as the last attempt’s, though an earlier one may have made it',
    patches: [patch('sweep-copies.ts', '$lost.add($last);', ';')],
  },
  {
    name: 'damage-forgotten',
    breaks:
      'a later check makes the queue forget that a record was damaged, so that a person may send it again',
    patches: [patch('record-conclusion.ts', 'isLostRecord($condition) && $isOther', 'false')],
  },
  {
    name: 'pause-believed',
    breaks: 'a pause ends in memory only, where a full disk does not take it',
    patches: [
      patch(
        'pause.ts',
        "this.#meta.set('paused', $text); this.#isOn = $wanted;",
        "this.#isOn = $wanted; this.#meta.set('paused', $text);",
      ),
    ],
  },
  {
    name: 'watch-once',
    breaks: 'a check for a duplicate that failed is not repeated',
    patches: [
      patchIn(
        'reconciler.ts',
        '#failed',
        'schedule.retry($planned);',
        "if ($planned.timing === 'backoff') schedule.retry($planned);",
      ),
    ],
  },
  {
    name: 'late-order-hidden',
    breaks: 'nobody looks for the order of a job that was cancelled, or waits, after it had been sent',
    patches: [
      patch('watch-order.ts', 'isPlaced($record) || mayTurnUp($record, $ledger)', 'isPlaced($record)'),
    ],
  },
  {
    name: 'reason-forgotten',
    breaks: 'whoever has seen a warning about a refused order no longer learns why it was refused',
    patches: [patchIn('ledger.ts', 'endWarning', '$problem?.reason ?? null', 'null')],
  },
  {
    name: 'list-unheeded',
    breaks: 'a list of orders that a person opens is not compared with the jobs',
    patches: [patchIn('reconciler.ts', 'ordersListed', 'if (!$isRunning) return;', 'return;')],
  },
  {
    name: 'clock-ends-watch',
    breaks: 'a clock that is put back uses up the checks for a duplicate',
    patches: [
      patch('reconcile-schedule.ts', "$planned.timing !== 'backoff' && this.#isTooFar($planned)", 'false'),
    ],
  },
  {
    name: 'reprint-again',
    breaks: 'a reprint that shows in no list is asked for again without asking the person',
    seed: 27,
    patches: [patch('reprint.ts', "$absent.kind === 'absent' ? $ask : $absent", '$absent')],
  },
  {
    name: 'reprint-is-second',
    breaks: 'what a reprint made whose answer was lost is shown as a second copy of its order',
    patches: [patchIn('watch-order.ts', 'mayBeReprint', '$before.some($isNew)', 'false')],
  },
  {
    name: 'photo-again',
    breaks: 'a photo whose answer was lost is sent again',
    seed: 181,
    patches: [
      patch(
        'add-photo.ts',
        "({ kind: 'ask', problem: $unseen })",
        "{ kind: 'absent', proof: 'absent-so-far', facts: { unseen: $unseen } }",
      ),
    ],
  },
  {
    name: 'edit-believed',
    breaks: 'an edit whose answer was lost counts as done, whatever the model says',
    seed: 31,
    patches: [patch('edit-model.ts', 'differing($after, $actual).length === 0', 'true')],
  },
  {
    name: 'edit-over-others',
    breaks: 'an edit is sent over what somebody else has changed meanwhile',
    seed: 415,
    patches: [patchIn('edit-model.ts', 'prepare', 'if ($foreign !== null) { $$rest }', '')],
  },
  {
    name: 'own-edit-foreign',
    breaks: 'what an earlier edit of this queue has set counts as set by somebody else',
    patches: [patchIn('edit-model.ts', 'changedByOthers', '$known.push($after)', 'undefined')],
  },
  {
    name: 'edit-overtakes',
    breaks: 'a change does not wait for an earlier one of the same thing',
    patches: [patch('in-turn.ts', 'if ($rival === undefined) return;', 'return;')],
  },
  {
    name: 'late-copy-covers',
    breaks: 'a newer edit does not wait until no copy of an older one can arrive',
    seed: 189,
    patches: [patch('unanswered-attempts.ts', 'if ($longest === 0) return;', 'return;')],
  },
  {
    name: 'spread-ignored',
    breaks: 'a newer file waits for copies of an older one by dates that may come from several clocks',
    patches: [patchIn('unanswered-attempts.ts', 'certainIn', '$end + clockSpread', '$end')],
  },
  {
    name: 'version-believed',
    breaks: 'a new file whose answer was lost counts as there, though no version of it shows',
    seed: 14,
    patches: [
      patch(
        'add-file.ts',
        "({ kind: 'absent', proof: $proof, facts: $facts })",
        "{ kind: 'found', result: { remoteId: modelId } }",
      ),
    ],
  },
  {
    name: 'cancel-believed',
    breaks: 'a cancellation whose answer was lost counts as done unchecked',
    seed: 208,
    patches: [patch('cancel-order.ts', "$isCancelled ? $found : { kind: 'absent', $$rest }", '($found)')],
  },
  {
    name: 'refusal-believed',
    breaks: 'a refused repetition of a cancellation counts as not cancelled, by a read that may lag behind',
    patches: [patch('cancel-order.ts', 'if (!$isRepeated) return $refusal;', 'return $refusal;')],
  },
  {
    name: 'repetition-refused',
    breaks:
      'a refused repetition of an edit counts as not done, though an unanswered attempt may still arrive',
    patches: [
      patch(
        'unanswered-attempts.ts',
        "if ($outcome.kind !== 'refused' || $other) return $outcome;",
        'return $outcome;',
      ),
      patchIn('edit-model.ts', 'prepare', 'await requireNoneOf($$all);', ''),
    ],
  },
  {
    name: 'attempts-forgotten',
    breaks: 'sent.log is not asked for unanswered attempts that an older database does not know',
    patches: [patch('ledger.ts', '$sentLog.unansweredAttempts($id)', "$sentLog.unansweredAttempts('')")],
  },
  {
    name: 'removal-believed',
    breaks: 'the removal of a model whose answer was lost counts as done unchecked',
    seed: 280,
    patches: [patch('delete-model.ts', "$isThere ? { kind: 'absent', $$rest } : $found", '($found)')],
  },
  {
    name: 'swept-by-title',
    breaks: 'a model of the same title counts as an extra copy, without mark and MD5',
    seed: 21,
    patches: [
      patch('find-upload.ts', '$file.fileName !== $sentName', '$file.fileName !== $sentName && !sameTitle'),
      patch(
        'find-upload.ts',
        'if ($sameBytes) certain.unshift($model); else $wrong;',
        'if ($sameBytes || sameTitle) certain.unshift($model); else $wrong;',
      ),
    ],
  },
  {
    name: 'cart-uncounted',
    breaks: 'what went into the cart is not counted: what has no answer is put in again',
    seed: 66,
    patches: [
      patch('add-to-cart.ts', 'if ($added === $payload.quantity) return $found;', ''),
      patch('add-to-cart.ts', '$added === 0 ? $absent : $ask', '$absent'),
    ],
  },
  {
    name: 'cart-not-quiet',
    breaks: 'what does not show in the cart is put in again while it can still arrive',
    seed: 126,
    patches: [
      patch(
        'add-to-cart.ts',
        'concludeAbsent($$all)',
        "{ kind: 'absent', proof: 'absent-so-far', facts: { seen } }",
      ),
    ],
  },
  {
    name: 'cart-before-shown',
    breaks: 'the cart is counted while it may not show yet what has just gone in',
    patches: [patch('add-to-cart.ts', 'if ($addedLately) throw notShownYet();', '')],
  },
  {
    name: 'customise-again',
    breaks: 'a customised product is asked for again though new models came that may be it',
    seed: 30,
    patches: [patch('customise.ts', "$isNew ? { kind: 'ask', $$rest } : $absent", '$absent')],
  },
  {
    name: 'change-key-ignored',
    breaks: 'asking again after a crash makes a second reprint',
    patches: [
      patch(
        'enqueue-change.ts',
        'const repeated = $none ? null : $jobs.byRequestKey($key);',
        'const repeated = null as ChangeRecord | null;',
      ),
      patch('enqueue-change.ts', 'common($options, $accountId, $key)', 'common($options, $accountId, null)'),
    ],
  },
  {
    name: 'eio-forgets',
    breaks: 'an outcome is forgotten if the disk fails to write it',
    seed: 184,
    patches: [
      patchIn(
        'runner.ts',
        '#firmly',
        'if (diskProblemOf(thrown) === null) return $failed;',
        'if (diskProblemOf(thrown) !== diskFull) return $failed;',
      ),
    ],
  },
  {
    name: 'last-byte-early',
    breaks: 'the whole body is on its way before anything is recorded',
    seed: 1,
    patches: [
      patchIn(
        'http-exchange.ts',
        '#sendBody',
        'await this.#request.beforeLastByte?.();',
        'this.#outgoing.end(body.lastByte); await this.#request.beforeLastByte?.();',
      ),
      patchIn('http-exchange.ts', '#sendBody', 'if (!this.#incoming) this.#outgoing.end(body.lastByte);', ''),
    ],
  },
  {
    name: 'exchange-denies',
    breaks: 'the exchange says that a request whose last byte left had no effect',
    seed: 1,
    patches: [
      patchIn('http-exchange.ts', '#sendBody', 'this.#mayHaveActed = true;', 'this.#mayHaveActed = false;'),
    ],
  },
  {
    name: 'page-is-all',
    breaks: 'a page that counts itself counts as all orders',
    patches: [
      patch(
        'known-orders.ts',
        'const isComplete = $counted && $page && $every;',
        'const isComplete = $counted;',
      ),
      onlyListed,
    ],
  },
  {
    name: 'oldest-are-all',
    breaks: 'a page of 20 that lacks nothing that was known counts as all orders',
    patches: [
      patch(
        'known-orders.ts',
        'const isComplete = $counted && $page && $every;',
        'const isComplete = $counted && $every;',
      ),
      onlyListed,
    ],
  },
  {
    name: 'missing-is-gone',
    breaks: 'a list counts as complete without an order that was known before',
    patches: [
      patch(
        'known-orders.ts',
        'const isComplete = $counted && $page && $every;',
        'const isComplete = $counted && $page;',
      ),
      onlyListed,
    ],
  },
  {
    name: 'accounts-mixed',
    breaks: 'an order goes through the account of another customer of the same window',
    patches: [patchIn('runner.ts', '#prepare', '$client($record.accountId)', "$client('account')")],
  },
  {
    name: 'refusal-is-believed',
    breaks: 'nobody looks whether the service has an order that it refused',
    patches: [patch('late-order.ts', '$attempts.length > 0 || $unanswered.size > 0', '$unanswered.size > 0')],
  },
  {
    name: 'refused-goes-again',
    breaks: 'an order that was refused for now is sent again without a look at the list',
    patches: [unsearched],
  },
  {
    name: 'refused-parts-again',
    breaks: 'an order that was refused for now goes again though its parts were ordered meanwhile',
    patches: [patch('find-earlier-copy.ts', 'if (!$isLacking && $mayBeIt($orderId)) return $orderId;', ';')],
  },
  {
    name: 'refused-unmarked-again',
    breaks: 'the same, of an order that carries no mark',
    patches: [patch('find-earlier-copy.ts', '$unaccounted.find($mayBeIt) ?? null', 'null')],
  },
  {
    name: 'ordered-after-refusal',
    breaks: 'whoever orders again after a refusal is not asked, though the refused order seems to be there',
    patches: [
      patchIn('find-earlier-copy.ts', 'placedAfterRefusal', 'if ($found !== undefined) return $found;', ';'),
    ],
  },
  {
    name: 'number-is-enough',
    breaks: 'an order with the number of an own one is that order, whatever is in it',
    patches: [patch('order-items.ts', 'if (!$named.has($modelId)) return true;', ';')],
  },
  {
    name: 'maximum-ignored',
    breaks: 'an order that may not cost more than an amount goes though nobody knows what it costs in all',
    patches: [
      patchIn('agreement-guard.ts', 'limitText', 'if ($maxTotal === undefined) return [];', 'return [];'),
    ],
  },
  {
    name: 'refused-goes-at-once',
    breaks: 'an order that was refused for now is sent again while lists may not show it',
    patches: [
      patchIn('order-task.ts', 'requireShown', 'if ($sent === undefined || !$refused) return;', 'return;'),
    ],
  },
  {
    name: 'numbers-are-identities',
    breaks: 'an order with the number of another job is never the own one',
    patches: [
      patch('match-orders.ts', 'this.#reference === null ? !$taken : $may', '!$taken'),
      patch('find-earlier-copy.ts', '$first !== undefined || !$other', '!$other'),
      patchIn('reset-service.ts', 'requireSameService', 'if ($newest === undefined) return;', 'return;'),
    ],
  },
  {
    name: 'answer-is-believed',
    breaks: 'what the service says was placed is never compared with its list',
    patches: [
      patchIn('match-orders.ts', 'ownVerdict', "if ($own === null) return 'open';", "return 'open';"),
    ],
  },
  {
    name: 'stranger-stays',
    breaks: 'an order of somebody else that an answer named stays the own one',
    patches: [
      patchIn('match-orders.ts', 'ownVerdict', "if ($own === null) return 'open';", "return 'open';"),
    ],
  },
  {
    name: 'cancelled-is-believed',
    breaks: 'what the service says was cancelled is never compared with its list',
    patches: [patchIn('watch-order.ts', 'watchAnswered', 'if (isSo) return nothing;', 'return nothing;')],
  },
];
