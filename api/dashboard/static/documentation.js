// Starts Swagger UI on our own document; the outside validator is switched off.

const place = document.getElementById("documentation");

window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
});
