import { readdirSync } from 'node:fs'
import { execute } from './database.ts'

/** What takes back each migration, by its number. */
const undoing: Readonly<Record<number, string>> = {
  7: 'ALTER TABLE audit DROP COLUMN commit_start; ALTER TABLE installation DROP COLUMN write_tested_at;',
  8: 'DROP INDEX audit_of_token; ALTER TABLE audit DROP COLUMN actor_token_id;',
  9: `DROP INDEX kept_answers_by_age; ALTER TABLE kept_answers DROP COLUMN fingerprint_key;
      DROP INDEX attempts_of_token; ALTER TABLE attempts DROP COLUMN token_id;`,
  10: `DROP TRIGGER operator_token_added; DROP TRIGGER operator_token_changed; DROP TRIGGER operator_token_removed;
       ALTER TABLE installation DROP COLUMN tokens_version;`,
  11: `DROP TRIGGER tenant_disabled; DROP TABLE deleted_ids;
       ALTER TABLE tenants DROP COLUMN disabled_at; ALTER TABLE custodians DROP COLUMN disabled_at;
       ALTER TABLE tenants DROP COLUMN version; ALTER TABLE custodians DROP COLUMN version;
       ALTER TABLE networks DROP COLUMN version; ALTER TABLE tokens DROP COLUMN version;
       ALTER TABLE reserve_accounts DROP COLUMN version; ALTER TABLE wallets DROP COLUMN version;`,
  12: 'DROP TABLE token_uses; ALTER TABLE operator_tokens DROP COLUMN version;',
  13: `ALTER TABLE credentials DROP COLUMN api_key_id; ALTER TABLE rotations DROP COLUMN api_key_id;
       ALTER TABLE rotations DROP COLUMN previous_api_key_id; ALTER TABLE custodians DROP COLUMN last_checked_at;`,
  14: 'DROP TABLE freezes;',
  15: 'DROP INDEX operator_tokens_by_skeleton; ALTER TABLE operator_tokens DROP COLUMN skeleton;',
  16: `DROP INDEX audit_of_request; ALTER TABLE audit DROP COLUMN request_id;
    DROP INDEX wallets_by_address; DROP INDEX wallets_of_tenant_by_address;
    DROP TRIGGER tenant_text_added; DROP TRIGGER tenant_text_changed; DROP TRIGGER tenant_text_removed;
    DROP TRIGGER custodian_text_added; DROP TRIGGER custodian_text_changed; DROP TRIGGER custodian_text_removed;
    DROP TRIGGER operator_token_text_added; DROP TRIGGER operator_token_text_removed;
    DROP TABLE tenants_text; ALTER TABLE tenants DROP COLUMN found_by;
    DROP TABLE custodians_text; ALTER TABLE custodians DROP COLUMN found_by;
    DROP TABLE operator_tokens_text; ALTER TABLE operator_tokens DROP COLUMN found_by;
    DROP TABLE wallets_text; ALTER TABLE wallets DROP COLUMN found_by;
    ALTER TABLE wallets DROP COLUMN label;`,
  17: 'DROP TABLE keys;',
  18: 'DROP INDEX rotations_by_end; DROP INDEX rotations_by_retried; DROP INDEX rotations_that_stored;',
  19: 'DROP TABLE audit_streams;',
  20: `ALTER TABLE networks DROP COLUMN disabled_at; ALTER TABLE tokens DROP COLUMN disabled_at;
       ALTER TABLE reserve_accounts DROP COLUMN disabled_at; ALTER TABLE operator_tokens DROP COLUMN disabled_at;`,
  21: 'DROP TABLE sign_ins; ALTER TABLE operator_tokens DROP COLUMN owner; ALTER TABLE operator_tokens DROP COLUMN origin;',
  23: `DROP TABLE provider_logouts; DROP INDEX sessions_of_provider; DROP INDEX sessions_of_owner;
       DROP INDEX sessions_by_end; DROP INDEX rotations_of_token; ALTER TABLE operator_tokens DROP COLUMN provider_session;`,
  22: 'DROP TABLE deliveries; DROP TABLE events; DROP TABLE webhooks;',
}

const migrations = readdirSync(new URL('../../../server/store/sqlite/migrations', import.meta.url)).sort()

/** Gives the database the schema of an earlier version; `version` is 6 or higher. */
export function downgrade(dataDir: string, version: number): void {
  for (const name of migrations.slice(version).reverse()) {
    const number = Number.parseInt(name, 10)
    const sql = undoing[number]
    if (!sql) throw new Error(`test/store/sqlite/downgrade.ts does not say how to undo migration ${number}`)
    execute(dataDir, sql)
  }
  execute(dataDir, `PRAGMA user_version = ${version}`)
}
