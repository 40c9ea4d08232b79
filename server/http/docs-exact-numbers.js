// Runs in the browser. Swagger UI shows answers through JSON.parse, which rounds ids and amounts; this shows every digit.
const exactly = (_key, value, { source } = {}) =>
  typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text, exactly), null, 2)
  } catch {
    return text
  }
}

const exactAnswers = (system) => ({
  wrapComponents: {
    responseBody: (Original) => (props) => {
      const isJson = typeof props.content === 'string' && /json/i.test(props.contentType)
      if (!isJson) return system.React.createElement(Original, props)
      const HighlightCode = props.getComponent('HighlightCode', true)
      return system.React.createElement(HighlightCode, { language: 'json', canCopy: true }, pretty(props.content))
    },
  },
})

const plain = window.SwaggerUIBundle
window.SwaggerUIBundle = Object.assign(
  (config) => plain({ ...config, plugins: [...config.plugins, exactAnswers] }),
  plain,
)
