/**
 * The newest order of each account that a folder knows: its own orders, and the lists that it has seen of the
 * service.
 */
import type { AppDatabase } from '../db/database.ts';

export function newestOrders({ sqlite }: Pick<AppDatabase, 'sqlite'>): Record<string, number> {
  // Rows may be damaged, and json_each refuses what is no JSON.
  const rows = sqlite
    .prepare<[], { account: string; newest: number }>(
      `SELECT account, max(id) AS newest FROM (
         SELECT account_id AS account, CAST(result ->> 'orderId' AS INTEGER) AS id FROM job
           WHERE kind = 'order' AND json_valid(result)
         UNION ALL
         SELECT job.account_id, CAST(known.value AS INTEGER)
           FROM attempt JOIN job ON job.id = attempt.job_id, json_each(CASE WHEN json_valid(attempt.baseline) THEN attempt.baseline ELSE '[]' END) AS known
         UNION ALL
         SELECT substr(document.key, 8), CAST(listed.key AS INTEGER)
           FROM document, json_each(CASE WHEN json_valid(document.value) THEN document.value ELSE '{}' END, '$.list.ordersStatus') AS listed
           WHERE document.key LIKE 'orders/%' AND document.key NOT LIKE '%/unreadable'
       ) WHERE id IS NOT NULL GROUP BY account`,
    )
    .all();
  return Object.fromEntries(rows.map(({ account, newest }) => [account, newest]));
}
