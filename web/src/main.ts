import "./app/app.js";
