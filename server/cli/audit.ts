import type { Command } from 'commander'
import { addAuditExport } from './audit-export.ts'
import { addAuditVerify } from './audit-verify.ts'

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('verify and export the audit log')
  addAuditVerify(audit)
  addAuditExport(audit)
}
