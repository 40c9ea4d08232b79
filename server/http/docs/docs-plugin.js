// Runs in the browser, before the page starts Swagger UI.

const exactly = (_key, value, { source } = {}) =>
  typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text, exactly), null, 2)
  } catch {
    return text
  }
}

const plugin = ({ React }) => ({
  wrapComponents: {
    // Swagger UI's own goes through JSON.parse, which rounds ids and amounts.
    responseBody: (Original) => (props) => {
      const isJson = typeof props.content === 'string' && /json/i.test(props.contentType)
      if (!isJson) return React.createElement(Original, props)
      const HighlightCode = props.getComponent('HighlightCode', true)
      return React.createElement(HighlightCode, { language: 'json', canCopy: true }, pretty(props.content))
    },
    // A command line with the token and the new keys in it is not to be shown, still less pasted.
    curl: () => () => null,
  },
})

const plain = window.SwaggerUIBundle
window.SwaggerUIBundle = Object.assign((config) => plain({ ...config, plugins: [...config.plugins, plugin] }), plain)
