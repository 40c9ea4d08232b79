import { z } from 'zod'

// Else Zod tries whether it may compile its schemas, which the policy of the page denies and reports.
z.config({ jitless: true })
