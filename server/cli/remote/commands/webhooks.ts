/** Addresses of others that receive events. */
export const webhookCommands = {
  webhooks: {
    description: 'list and administer webhooks, which receive events',
    commands: {
      list: {
        description: 'list webhooks',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksList,
      },
      show: {
        description: 'show one webhook',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksShow,
      },
      create: {
        description: 'create a webhook and print its secret once',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksCreate,
      },
      update: {
        description: 'change the settings of a webhook',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksUpdate,
      },
      'rotate-secret': {
        description: 'make a new secret and print it once; the previous one also signs for a time',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksRotateSecret,
      },
      ping: {
        description: 'send a test event to a webhook',
        load: async () => (await import('../delivery-commands.ts')).addWebhooksPing,
      },
      deliveries: {
        description: 'list the deliveries to a webhook, sent and pending, newest first',
        load: async () => (await import('../delivery-commands.ts')).addWebhooksDeliveries,
      },
      redeliver: {
        description: 'send an event again',
        load: async () => (await import('../delivery-commands.ts')).addWebhooksRedeliver,
      },
      disable: {
        description: 'disable a webhook: nothing is sent to it',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksDisable,
      },
      enable: {
        description: 'enable a disabled webhook',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksEnable,
      },
      delete: {
        description: 'delete a webhook with its deliveries',
        load: async () => (await import('../webhook-commands.ts')).addWebhooksDelete,
      },
    },
  },
} as const
