import { Counter, type Metric, type Registry } from 'prom-client'
import { latencyBounds, type RequestCounts } from './request-counts.ts'

const statusText = (status: number) => (status === 0 ? 'aborted' : `${status}`)

/** Adds what was counted of requests to a registry. Only operations that were asked for have values. */
export function addRequestMetrics(registry: Registry, counts: RequestCounts): void {
  new Counter({
    name: 'strongroom_requests_total',
    help: 'Requests by operation and HTTP status; status "aborted" where the caller left before the answer.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [operation, { statuses }] of counts.operations)
        for (const [status, count] of statuses) this.inc({ operation, status: statusText(status) }, count)
    },
  })
  new Counter({
    name: 'strongroom_request_failures_total',
    help: 'Requests that failed, by the code of the failure; of a batch, one failure counts.',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [code, count] of counts.failures) this.inc({ code }, count)
    },
  })
  registry.registerMetric(durationsOf(counts))
}

const durationName = 'strongroom_request_duration_seconds'

/** A histogram whose values are there already: prom-client's own can only be given one observation at a time. */
function durationsOf(counts: RequestCounts): Metric {
  const histogram = {
    name: durationName,
    help: 'Seconds from the headers of a request to the end of its answer, by operation.',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ ...histogram, values: [...counts.operations].flatMap(seriesOf) }),
  }
  return histogram as unknown as Metric
}

function seriesOf([operation, { buckets, seconds }]: [string, { buckets: readonly number[]; seconds: number }]) {
  let count = 0
  const bounded = [...latencyBounds, '+Inf'].map((le, place) => {
    count += buckets[place] ?? 0
    return { metricName: `${durationName}_bucket`, labels: { operation, le }, value: count }
  })
  return [
    ...bounded,
    { metricName: `${durationName}_sum`, labels: { operation }, value: seconds },
    { metricName: `${durationName}_count`, labels: { operation }, value: count },
  ]
}
