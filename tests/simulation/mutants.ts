/**
 * Deliberately broken protocols: changes of the real modules' source, each of which the simulation must catch. A
 * patch whose text no longer stands exactly once in its file fails, so that mutants follow the code.
 */
import type { Patch } from './hooks.ts';

export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  /** The first seed at which it was caught; the test runs it there. */
  readonly seed: number;
  readonly patches: readonly Patch[];
}

const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace });

const queue = 'src-main/queue';
const client = 'src-main/api-client';
const changes = `${queue}/changes`;

export const mutants: readonly Mutant[] = [
  {
    name: 'naive-retry',
    breaks: 'a lost answer counts as unsent and is tried again',
    seed: 5,
    patches: [
      patch(
        `${queue}/outcome-events.ts`,
        "const type = committed ? 'lose' : 'doubt';\n      return { event: { type, problem: { code, message } }, detail: outcome };",
        "const hold = holdFor(record, failureOf({ code, message }), options);\n      return { event: { type: committed ? 'withhold' : 'unsent', ...hold }, detail: outcome };",
      ),
    ],
  },
  {
    name: 'late-record',
    breaks: '"committed" is written after the last byte left',
    seed: 37,
    patches: [
      patch(
        `${queue}/runner.ts`,
        "this.#options.ledger.change(id, { type: 'commit' }, { sending });",
        "void Promise.resolve().then(() => this.#options.ledger.change(id, { type: 'commit' }, { sending }));",
      ),
    ],
  },
  {
    name: '5xx-is-refusal',
    breaks: 'a status of 500 or more counts as "not executed"',
    seed: 8,
    patches: [
      patch(
        `${client}/outcome.ts`,
        '[400, 401, 403, 404, 413, 422, 429]',
        '[400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 504]',
      ),
    ],
  },
  {
    name: '409-is-refusal',
    breaks: '408 and 409 count as "not executed"',
    seed: 8,
    patches: [
      patch(
        `${client}/outcome.ts`,
        '[400, 401, 403, 404, 413, 422, 429]',
        '[400, 401, 403, 404, 408, 409, 413, 422, 429]',
      ),
    ],
  },
  {
    name: 'broken-is-unsent',
    breaks: 'a connection that broke counts as unsent, whatever left before',
    seed: 8,
    patches: [
      patch(
        `${client}/outcome.ts`,
        "return result.mayHaveActed ? unknown(error, what) : { kind: 'unsent', error };",
        "return { kind: 'unsent', error };",
      ),
    ],
  },
  {
    name: 'writes-repeat',
    breaks: 'a write on a broken connection is sent once more, as Chromium does',
    seed: 6,
    patches: [
      patch(
        `${client}/service-connection.ts`,
        'const result = await this.#send({ ...question, signal: gate.signal, gate }, token);',
        "let result = await this.#send({ ...question, signal: gate.signal, gate }, token);\n    if (result.kind === 'failed' && result.brokeUnanswered) result = await this.#send({ ...question, signal: gate.signal }, token);",
      ),
    ],
  },
  {
    name: 'crash-forgets',
    breaks: 'after a crash, what was sent counts as unsent',
    seed: 60,
    patches: [
      patch(
        'src-shared/jobs/state.ts',
        "if (state === 'committed') return { state: 'unknown', problem };\n    if (!isTrying",
        "if (state === 'committed') return { state: 'queued', proof: 'last-byte-withheld' };\n    if (!isTrying",
      ),
    ],
  },
  {
    name: 'sync-normal',
    breaks: 'the database is reopened with synchronous=NORMAL',
    seed: 17,
    patches: [patch('src-main/db/database.ts', "sqlite.pragma('synchronous = FULL');", '')],
  },
  {
    name: 'log-unsynced',
    breaks: 'sent.log is written and not synced',
    seed: 1,
    patches: [patch('src-main/db/sent-log.ts', '      fsyncSync(handle);\n      isRagged', '      isRagged')],
  },
  {
    name: 'no-epoch',
    breaks: 'a second launch does not stop the writes of the first',
    seed: 22,
    patches: [
      patch(
        'src-main/db/job-store.ts',
        'WHERE id = @id AND state = @from AND $'.concat('{isCurrentEpoch}'),
        'WHERE id = @id AND state = @from AND @epoch = @epoch',
      ),
      patch(`${queue}/ledger.ts`, 'if (this.#depth === 1) this.jobs.requireEpoch(this.#epoch);', ''),
    ],
  },
  {
    name: 'no-price-guard',
    breaks: 'an order goes at whatever it costs now',
    seed: 157,
    patches: [
      patch(
        `${queue}/price-guard.ts`,
        'if (problem !== null) throw',
        'if (problem !== null && now() < 0) throw',
      ),
    ],
  },
  {
    name: 'spool-file-unsynced',
    breaks: 'the copy of a file is not synced before the job counts as taken',
    seed: 8,
    patches: [patch('src-main/files/spool.ts', '        await disk.syncFile(path);\n', '')],
  },
  {
    name: 'spool-folder-unsynced',
    breaks: 'the name of a copy is not synced before the job counts as taken',
    seed: 8,
    patches: [patch('src-main/files/spool.ts', '    await disk.syncFolder(folder);\n', '')],
  },
  {
    name: 'file-unchecked',
    breaks: 'bytes are neither compared while sending nor with what the service kept',
    seed: 319,
    patches: [
      patch(`${client}/bodies.ts`, "if (hash.digest('hex') !== sha256) throw changed();", ''),
      patch(
        `${client}/http-service-client.ts`,
        'kept.fileMd5Checksum.toLowerCase() === md5 && kept.contentLength === size',
        "kept !== null && md5 !== '' && size >= 0",
      ),
      patch(
        `${queue}/upload-task.ts`,
        'if (fileMd5Checksum.toLowerCase() === md5 && contentLength === size) {',
        'if (fileMd5Checksum && md5 && contentLength && size) {',
      ),
    ],
  },
  {
    name: 'pauses-ignored',
    breaks: 'the time that the service names is not waited for',
    seed: 8,
    patches: [
      patch(
        `${client}/service-connection.ts`,
        'if (now < since || now >= until) return;',
        'if (now < since || now >= 0) return;',
      ),
      patch(
        `${queue}/gates.ts`,
        "if (this.stateOf(accountId)?.wait !== 'sign-in')\n      this.#closed.set(accountId, { wait: 'rate', since: now, until });",
        '',
      ),
    ],
  },
  {
    name: 'request-key-ignored',
    breaks: 'asking again after a crash makes a second order',
    seed: 102,
    patches: [
      patch(
        `${queue}/enqueue.ts`,
        'const repeated = input.requestKey === undefined ? null : ledger.jobs.byRequestKey(input.requestKey);',
        'const repeated = null as OrderRecord | null;',
      ),
      patch(
        `${queue}/enqueue.ts`,
        'const meanwhile = input.requestKey === undefined ? null : ledger.jobs.byRequestKey(input.requestKey);',
        'const meanwhile = null as OrderRecord | null;',
      ),
      patch(
        `${queue}/enqueue.ts`,
        '...common(options, accountId, input.requestKey ?? null),',
        '...common(options, accountId, null),',
      ),
    ],
  },
  {
    name: 'log-disbelieved',
    breaks: 'sent.log is not asked when the database is older',
    seed: 143,
    patches: [
      patch(
        `${queue}/recover.ts`,
        'if (sent !== null) believeLog(',
        'if (sent !== null && now < 0) believeLog(',
      ),
    ],
  },
  {
    name: 'rows-unchecked',
    breaks: 'a row whose checksum does not fit is trusted',
    seed: 97,
    patches: [patch('src-main/db/job-record.ts', 'if (rowSum(row) !== row.row_sum) return null;', '')],
  },
  {
    name: 'tokens-told',
    breaks: 'the token itself is kept with the evidence',
    seed: 1,
    patches: [
      patch(
        'src-main/auth/token-keeper.ts',
        "createHash('sha256').update(token).digest('hex').slice(0, 16);",
        "(createHash('sha256') ? token : '');",
      ),
    ],
  },
  {
    name: 'spool-swept',
    breaks: 'files of jobs that wait are removed after an hour',
    seed: 8,
    patches: [
      patch(
        'src-main/files/spool.ts',
        'if (!shaName.test(name) || referenced.has(name)) continue;',
        'if (!shaName.test(name) || referenced.size < 0) continue;',
      ),
      patch('src-main/files/spool.ts', 'const unusedFor = 24 * 3_600_000;', 'const unusedFor = 60_000;'),
    ],
  },
  {
    name: 'answer-trusted-early',
    breaks: 'an upload that is not known to be done is ordered',
    seed: 2,
    patches: [
      patch(
        `${queue}/dependencies.ts`,
        "dependsOn.every((id) => ledger.jobs.read(id)?.condition.state === 'done');",
        'dependsOn.length >= 0 && ledger !== null;',
      ),
      patch(
        `${queue}/order-task.ts`,
        "if (upload?.kind === 'upload' && upload.condition.state === 'done' && upload.result) {\n    return upload.result.modelId;\n  }",
        "if (upload?.kind === 'upload') return upload.result?.modelId ?? 100;",
      ),
    ],
  },
  {
    name: 'no-fence',
    breaks: 'an order that is absent from the lists is sent again while its token is good',
    seed: 8,
    patches: [
      patch(
        `${queue}/fence.ts`,
        "if (token === 'accepted') {",
        "if (token === 'accepted') {\n    if (serverDate !== null) return { fence: { ...before, closedAt: before.closedAt ?? serverDate }, isClosed: true, isHopeless: false, serverNow: serverDate, closesIn: 0 };",
      ),
    ],
  },
  {
    name: 'wall-clock-fence',
    breaks: "the fence closes by this machine's clock",
    seed: 230,
    patches: [
      patch(
        `${queue}/fence.ts`,
        "if (token === 'accepted') {",
        "if (token === 'accepted' && end !== null && now > end + settleTime) return { fence: { ...before, closedAt: before.closedAt ?? now }, isClosed: true, isHopeless: false, serverNow: serverDate, closesIn: 0 };\n  if (token === 'accepted') {",
      ),
    ],
  },
  {
    name: 'no-settling',
    breaks: 'work that began before the token ended is given no time to end',
    seed: 96,
    patches: [
      patch(`${queue}/fence.ts`, 'export const settleTime = 10 * 60_000;', 'export const settleTime = 0;'),
    ],
  },
  {
    name: 'settling-short',
    breaks: 'the settling time is a minute too short, and two seconds more',
    seed: 2217,
    patches: [
      patch(
        `${queue}/fence.ts`,
        'export const settleTime = 10 * 60_000;',
        'export const settleTime = 10 * 60_000 - 62_000;',
      ),
    ],
  },
  {
    name: 'absent-once',
    breaks: 'one list without the order is enough, though lists may be a minute old',
    seed: 1177,
    patches: [
      patch(
        `${queue}/look-for-order.ts`,
        'if (absentAt === null) {',
        'if (absentAt === null && clock.now() < 0) {',
      ),
      patch(
        `${queue}/look-for-order.ts`,
        'if (seen.serverNow < absentAt + readLag)',
        'if (absentAt !== null && seen.serverNow < absentAt + readLag)',
      ),
      patch(
        `${queue}/look-for-order.ts`,
        "return { kind: 'later', inMs: absentAt + readLag - seen.serverNow };",
        "return { kind: 'later', inMs: 1000 };",
      ),
    ],
  },
  {
    name: 'stale-verdict',
    breaks: 'one read that does not show the mark is believed for ever',
    seed: 802,
    patches: [
      patch(
        `${queue}/judge-orders.ts`,
        "return isSeenAgain(orderId, 'seems-other', known) ? 'other' : 'seems-other';",
        "return 'other';",
      ),
    ],
  },
  {
    name: 'filter-unproven',
    breaks:
      'an order that does not answer to the mark counts as foreign, though the filter was never seen to work',
    seed: 99,
    patches: [patch(`${queue}/judge-orders.ts`, "if (!isProven) return 'open';", '')],
  },
  {
    name: 'no-control',
    breaks: 'an order that answers to the mark counts as ours, though the service may ignore the filter',
    seed: 3384,
    patches: [
      patch(
        `${queue}/order-filter.ts`,
        "if (control !== null && (await answersTo(control, other, client))) return 'ignored';",
        '',
      ),
      patch(
        `${queue}/order-filter.ts`,
        "return (await answersTo(orderId, other, client)) ? 'ignored' : 'carries';",
        "return 'carries';",
      ),
    ],
  },
  {
    name: 'list-unfinished',
    breaks: 'a list that shows only some orders counts as all of them',
    seed: 3665,
    patches: [
      patch(
        `${queue}/known-orders.ts`,
        'const isComplete = this.#statuses.size === this.#total && ids.size === this.#total;',
        'const isComplete = this.size >= 0;',
      ),
      patch(
        `${queue}/known-orders.ts`,
        'orders.areMissing && page <= mostPages',
        'orders.size < 0 && page <= mostPages',
      ),
    ],
  },
  {
    name: 'foreign-testimony',
    breaks: 'any page with status 200 counts as the word of the service',
    seed: 328,
    patches: [
      patch(
        `${client}/service-connection.ts`,
        "readSuccess(result, serviceInfoSchema, 'the question about itself', this.#now());\n      return",
        "if (result.status !== 200) readSuccess(result, serviceInfoSchema, 'the question about itself', this.#now());\n      return",
      ),
      patch(`${queue}/fence.ts`, 'now - tried.at > longestDateless);', 'true);'),
    ],
  },
  {
    name: 'no-sweep',
    breaks: 'copies of an upload that arrive late stay',
    seed: 8,
    patches: [
      patch(
        `${queue}/reconciler.ts`,
        "if (duty === 'sweep') return this.#sweep(record, client, look);",
        "if (duty === 'sweep') return;",
      ),
    ],
  },
  {
    name: 'sweep-early',
    breaks: 'late copies are looked for once, while they can still come',
    seed: 8,
    patches: [patch(`${queue}/sweep.ts`, 'if (longest > 0) return longest;', '')],
  },
  {
    name: 'never-resend',
    breaks: 'an order that is proven absent is not sent again',
    seed: 71,
    patches: [
      patch(
        `${queue}/reconciler.ts`,
        "        if (state !== 'unknown') return;\n        ledger.change(id, { type: 'prove-absent'",
        "        if (state !== 'done') return;\n        ledger.change(id, { type: 'prove-absent'",
      ),
    ],
  },
  {
    name: 'duplicate-hidden',
    breaks: 'a second order with the same mark is not shown',
    seed: 257,
    patches: [
      patch(
        `${queue}/watch-order.ts`,
        'if (ours.length > 0) return unlessShown(',
        'if (ours.length < 0) return unlessShown(',
      ),
    ],
  },
  {
    name: 'older-try',
    breaks: 'an older database decides by which try an order is judged, though sent.log knows a later one',
    seed: 7251,
    patches: [
      patch(
        `${queue}/recover.ts`,
        "const isLater = condition.state === 'unknown' && sent.attempt > condition.attempt;",
        "const isLater = condition.state === 'unknown' && sent.attempt < 0;",
      ),
    ],
  },
  {
    name: 'last-try-unswept',
    breaks: 'what was found counts as the last try’s, though an earlier one may have made it',
    seed: 3640,
    patches: [patch(`${queue}/sweep.ts`, 'lost.add(last);', 'lost.delete(-1);')],
  },
  {
    name: 'damage-forgotten',
    breaks:
      'a later look makes the queue forget that a record was damaged, so that a person may send it again',
    seed: 22477,
    patches: [
      patch(
        `${queue}/reconciler.ts`,
        'else if (isLostRecord(condition) && problem.code !== duplicateCode) return;',
        "else if (isLostRecord(condition) && problem.code === '') return;",
      ),
    ],
  },
  {
    name: 'pause-believed',
    breaks: 'a pause ends in memory only, where a full disk does not take it',
    seed: 17886,
    patches: [
      patch(
        `${queue}/queue.ts`,
        "database.meta.set('paused', wanted ? 'yes' : 'no');\n      paused = wanted;",
        "paused = wanted;\n      database.meta.set('paused', wanted ? 'yes' : 'no');",
      ),
    ],
  },
  {
    name: 'watch-once',
    breaks: 'a look for a duplicate that did not come through is not made up for',
    seed: 11673,
    patches: [
      patch(
        `${queue}/look-times.ts`,
        '} else this.again(look);',
        "} else if (look.duty !== 'watch') this.again(look);",
      ),
    ],
  },
  {
    name: 'reprint-again',
    breaks: 'a reprint that shows in no list is asked for again without a word',
    seed: 6,
    patches: [
      patch(
        `${changes}/reprint.ts`,
        "return absent.kind === 'absent' ? { kind: 'ask', problem: unseen(possible.length) } : absent;",
        'return absent;',
      ),
    ],
  },
  {
    name: 'reprint-is-second',
    breaks: 'what a reprint made whose answer was lost is shown as a second copy of its order',
    seed: 1345,
    patches: [
      patch(
        `${queue}/watch-order.ts`,
        'before.some((ids) => !ids.has(id))',
        'before.some((ids) => ids.has(-1))',
      ),
    ],
  },
  {
    name: 'photo-again',
    breaks: 'a photo whose answer was lost is sent again',
    seed: 120,
    patches: [
      patch(
        `${changes}/add-photo.ts`,
        "look: async () => ({ kind: 'ask', problem: unseen }),",
        "look: async () => ({ kind: 'absent', proof: 'absent-unfenced', facts: { unseen } }),",
      ),
    ],
  },
  {
    name: 'edit-believed',
    breaks: 'an edit whose answer was lost counts as done, whatever the model says',
    seed: 230,
    patches: [
      patch(
        `${changes}/edit-model.ts`,
        'if (differing(after, actual).length === 0) return',
        'if (differing(after, actual).length >= 0) return',
      ),
    ],
  },
  {
    name: 'edit-over-others',
    breaks: 'an edit is sent over what somebody else has changed meanwhile',
    seed: 340,
    patches: [
      patch(
        `${changes}/edit-model.ts`,
        'if (foreign !== null) {\n      await',
        'if (foreign !== null && modelId < 0) {\n      await',
      ),
    ],
  },
  {
    name: 'edit-overtakes',
    breaks: 'a change does not wait for an earlier one of the same thing',
    seed: 178,
    patches: [
      patch(`${changes}/in-turn.ts`, 'if (rival === undefined) return;', 'if (rival !== null) return;'),
    ],
  },
  {
    name: 'late-copy-covers',
    breaks: 'a newer edit does not wait until no copy of an older one can arrive',
    seed: 230,
    patches: [
      patch(
        `${changes}/earlier-tries.ts`,
        'if (isClosed || isHopeless) continue;',
        'if (attempt > 0) continue;',
      ),
    ],
  },
  {
    name: 'version-believed',
    breaks: 'a new file whose answer was lost counts as there, though no version of it shows',
    seed: 90,
    patches: [
      patch(
        `${changes}/add-file.ts`,
        "kind: 'absent',\n      proof: 'absent-unfenced',\n      facts: { by: 'versions', looked: [first, modelVersion] },",
        "kind: 'found',\n      result: { remoteId: first >= 0 ? modelId : 0 },",
      ),
    ],
  },
  {
    name: 'cancel-believed',
    breaks: 'a cancellation whose answer was lost counts as done without a look',
    seed: 55,
    patches: [
      patch(
        `${changes}/cancel-order.ts`,
        "(await isCancelled(orderId, client))\n      ? { kind: 'found'",
        "(await isCancelled(orderId, client)) !== null\n      ? { kind: 'found'",
      ),
    ],
  },
  {
    name: 'refusal-believed',
    breaks: 'a refused repetition of a cancellation counts as not cancelled, by a read that may lag behind',
    seed: 580,
    patches: [
      patch(
        `${changes}/cancel-order.ts`,
        'if (!isRepeated) return refusal;',
        'if (orderId > 0) return refusal;',
      ),
    ],
  },
  {
    name: 'repetition-refused',
    breaks: 'a refused repetition of an edit counts as not done, though a lost try may still arrive',
    seed: 69443,
    patches: [
      patch(
        `${changes}/earlier-tries.ts`,
        "if (outcome.kind !== 'refused' ||",
        "if (outcome.kind !== 'unknown' ||",
      ),
      patch(
        `${changes}/edit-model.ts`,
        'await requireNoneOf(record, client, parts, ownMayCome(words[foreign]));',
        'void [record, parts, ownMayCome, requireNoneOf];',
      ),
    ],
  },
  {
    name: 'tries-forgotten',
    breaks: 'lost tries that an older database does not know of are not asked of sent.log',
    seed: 67782,
    patches: [
      patch(
        `${queue}/ledger.ts`,
        'const byLog = this.#sentLog.lostTries(id);',
        "const byLog = this.#sentLog.lostTries('');",
      ),
    ],
  },
  {
    name: 'removal-believed',
    breaks: 'the removal of a model whose answer was lost counts as done without a look',
    seed: 182,
    patches: [
      patch(
        `${changes}/delete-model.ts`,
        '(await isThere(modelId, client))\n      ?',
        '(await isThere(modelId, client)) === null\n      ?',
      ),
    ],
  },
  {
    name: 'swept-by-title',
    breaks: 'a model of the same title counts as an extra copy, without mark and MD5',
    seed: 5,
    patches: [
      patch(
        `${queue}/find-upload.ts`,
        'if (file.fileName !== sentName) {',
        'if (file.fileName !== sentName && !sameTitle) {',
      ),
      patch(
        `${queue}/find-upload.ts`,
        '} else if (sameBytes) certain.unshift(model);',
        '} else if (sameBytes || sameTitle) certain.unshift(model);',
      ),
    ],
  },
  {
    name: 'cart-uncounted',
    breaks: 'what went into the cart is not counted: what has no answer is put in again',
    seed: 95,
    patches: [
      patch(
        `${changes}/add-to-cart.ts`,
        'if (added === payload.quantity) return',
        'if (Number.isNaN(added)) return',
      ),
      patch(`${changes}/add-to-cart.ts`, 'return added === 0\n', 'return added !== null\n'),
    ],
  },
  {
    name: 'cart-unfenced',
    breaks: 'what does not show in the cart is put in again while it can still arrive',
    seed: 147,
    patches: [
      patch(
        `${changes}/add-to-cart.ts`,
        '? concludeAbsent(record, seen, client, parts, unclear)',
        "? { kind: 'absent', proof: 'absent-unfenced', facts: { seen } }",
      ),
    ],
  },
  {
    name: 'cart-before-shown',
    breaks: 'the cart is counted while it may not show yet what has just gone in',
    seed: 408,
    patches: [patch(`${changes}/add-to-cart.ts`, 'if (addedLately(record, parts)) throw notShownYet();', '')],
  },
  {
    name: 'customise-again',
    breaks: 'a customised product is asked for again though new models came that may be it',
    seed: 25,
    patches: [
      patch(
        `${changes}/customise.ts`,
        "return isNew || !isComplete ? { kind: 'ask', problem } : absent;",
        'return isNew && !isComplete ? absent : absent;',
      ),
    ],
  },
  {
    name: 'change-key-ignored',
    breaks: 'asking again after a crash makes a second reprint',
    seed: 1135,
    patches: [
      patch(
        `${queue}/enqueue-change.ts`,
        'const repeated = requestKey === null ? null : ledger.jobs.byRequestKey(requestKey);',
        'const repeated = null as ChangeRecord | null;',
      ),
      patch(
        `${queue}/enqueue-change.ts`,
        '...common(options, accountId, requestKey),',
        '...common(options, accountId, null),',
      ),
    ],
  },
  {
    name: 'eio-forgets',
    breaks: 'what came of a try is given up where the disk fails to write it',
    seed: 176,
    patches: [
      patch(
        `${queue}/runner.ts`,
        'if (diskProblemOf(thrown) === null) return this.#failed(thrown);',
        'if (diskProblemOf(thrown) !== diskFull) return this.#failed(thrown);',
      ),
    ],
  },
];
