var e=globalThis,t=e.ShadowRoot&&(e.ShadyCSS===void 0||e.ShadyCSS.nativeShadow)&&`adoptedStyleSheets`in Document.prototype&&`replace`in CSSStyleSheet.prototype,n=Symbol(),r=new WeakMap,i=class{constructor(e,t,r){if(this._$cssResult$=!0,r!==n)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=t}get styleSheet(){let e=this.o,n=this.t;if(t&&e===void 0){let t=n!==void 0&&n.length===1;t&&(e=r.get(n)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),t&&r.set(n,e))}return e}toString(){return this.cssText}},a=e=>new i(typeof e==`string`?e:e+``,void 0,n),o=(e,...t)=>new i(e.length===1?e[0]:t.reduce((t,n,r)=>t+(e=>{if(!0===e._$cssResult$)return e.cssText;if(typeof e==`number`)return e;throw Error(`Value passed to 'css' function must be a 'css' function result: `+e+`. Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.`)})(n)+e[r+1],e[0]),e,n),s=(n,r)=>{if(t)n.adoptedStyleSheets=r.map(e=>e instanceof CSSStyleSheet?e:e.styleSheet);else for(let t of r){let r=document.createElement(`style`),i=e.litNonce;i!==void 0&&r.setAttribute(`nonce`,i),r.textContent=t.cssText,n.appendChild(r)}},c=t?e=>e:e=>e instanceof CSSStyleSheet?(e=>{let t=``;for(let n of e.cssRules)t+=n.cssText;return a(t)})(e):e,{is:l,defineProperty:u,getOwnPropertyDescriptor:d,getOwnPropertyNames:f,getOwnPropertySymbols:p,getPrototypeOf:m}=Object,ee=globalThis,te=ee.trustedTypes,ne=te?te.emptyScript:``,re=ee.reactiveElementPolyfillSupport,ie=(e,t)=>e,ae={toAttribute(e,t){switch(t){case Boolean:e=e?ne:null;break;case Object:case Array:e=e==null?e:JSON.stringify(e)}return e},fromAttribute(e,t){let n=e;switch(t){case Boolean:n=e!==null;break;case Number:n=e===null?null:Number(e);break;case Object:case Array:try{n=JSON.parse(e)}catch{n=null}}return n}},oe=(e,t)=>!l(e,t),se={attribute:!0,type:String,converter:ae,reflect:!1,useDefault:!1,hasChanged:oe};Symbol.metadata??=Symbol(`metadata`),ee.litPropertyMetadata??=new WeakMap;var h=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,t=se){if(t.state&&(t.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((t=Object.create(t)).wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let n=Symbol(),r=this.getPropertyDescriptor(e,n,t);r!==void 0&&u(this.prototype,e,r)}}static getPropertyDescriptor(e,t,n){let{get:r,set:i}=d(this.prototype,e)??{get(){return this[t]},set(e){this[t]=e}};return{get:r,set(t){let a=r?.call(this);i?.call(this,t),this.requestUpdate(e,a,n)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??se}static _$Ei(){if(this.hasOwnProperty(ie(`elementProperties`)))return;let e=m(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(ie(`finalized`)))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(ie(`properties`))){let e=this.properties,t=[...f(e),...p(e)];for(let n of t)this.createProperty(n,e[n])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[e,n]of t)this.elementProperties.set(e,n)}this._$Eh=new Map;for(let[e,t]of this.elementProperties){let n=this._$Eu(e,t);n!==void 0&&this._$Eh.set(n,e)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let n=new Set(e.flat(1/0).reverse());for(let e of n)t.unshift(c(e))}else e!==void 0&&t.push(c(e));return t}static _$Eu(e,t){let n=t.attribute;return!1===n?void 0:typeof n==`string`?n:typeof e==`string`?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,t=this.constructor.elementProperties;for(let n of t.keys())this.hasOwnProperty(n)&&(e.set(n,this[n]),delete this[n]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return s(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,n){this._$AK(e,n)}_$ET(e,t){let n=this.constructor.elementProperties.get(e),r=this.constructor._$Eu(e,n);if(r!==void 0&&!0===n.reflect){let i=(n.converter?.toAttribute===void 0?ae:n.converter).toAttribute(t,n.type);this._$Em=e,i==null?this.removeAttribute(r):this.setAttribute(r,i),this._$Em=null}}_$AK(e,t){let n=this.constructor,r=n._$Eh.get(e);if(r!==void 0&&this._$Em!==r){let e=n.getPropertyOptions(r),i=typeof e.converter==`function`?{fromAttribute:e.converter}:e.converter?.fromAttribute===void 0?ae:e.converter;this._$Em=r;let a=i.fromAttribute(t,e.type);this[r]=a??this._$Ej?.get(r)??a,this._$Em=null}}requestUpdate(e,t,n,r=!1,i){if(e!==void 0){let a=this.constructor;if(!1===r&&(i=this[e]),n??=a.getPropertyOptions(e),!((n.hasChanged??oe)(i,t)||n.useDefault&&n.reflect&&i===this._$Ej?.get(e)&&!this.hasAttribute(a._$Eu(e,n))))return;this.C(e,t,n)}!1===this.isUpdatePending&&(this._$ES=this._$EP())}C(e,t,{useDefault:n,reflect:r,wrapped:i},a){n&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,a??t??this[e]),!0!==i||a!==void 0)||(this._$AL.has(e)||(this.hasUpdated||n||(t=void 0),this._$AL.set(e,t)),!0===r&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(e){Promise.reject(e)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[e,t]of this._$Ep)this[e]=t;this._$Ep=void 0}let e=this.constructor.elementProperties;if(e.size>0)for(let[t,n]of e){let{wrapped:e}=n,r=this[t];!0!==e||this._$AL.has(t)||r===void 0||this.C(t,void 0,n,r)}}let e=!1,t=this._$AL;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this._$EO?.forEach(e=>e.hostUpdate?.()),this.update(t)):this._$EM()}catch(t){throw e=!1,this._$EM(),t}e&&this._$AE(t)}willUpdate(e){}_$AE(e){this._$EO?.forEach(e=>e.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(e=>this._$ET(e,this[e])),this._$EM()}updated(e){}firstUpdated(e){}};h.elementStyles=[],h.shadowRootOptions={mode:`open`},h[ie(`elementProperties`)]=new Map,h[ie(`finalized`)]=new Map,re?.({ReactiveElement:h}),(ee.reactiveElementVersions??=[]).push(`2.1.2`);var ce=globalThis,le=e=>e,ue=ce.trustedTypes,de=ue?ue.createPolicy(`lit-html`,{createHTML:e=>e}):void 0,fe=`$lit$`,g=`lit$${Math.random().toFixed(9).slice(2)}$`,pe=`?`+g,me=`<${pe}>`,_=document,he=()=>_.createComment(``),ge=e=>e===null||typeof e!=`object`&&typeof e!=`function`,_e=Array.isArray,ve=e=>_e(e)||typeof e?.[Symbol.iterator]==`function`,ye=`[ 	
\f\r]`,be=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,xe=/-->/g,Se=/>/g,v=RegExp(`>|${ye}(?:([^\\s"'>=/]+)(${ye}*=${ye}*(?:[^ \t\n\f\r"'\`<>=]|("|')|))|$)`,`g`),Ce=/'/g,we=/"/g,Te=/^(?:script|style|textarea|title)$/i,Ee=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),y=Ee(1),b=Ee(2),x=Symbol.for(`lit-noChange`),S=Symbol.for(`lit-nothing`),De=new WeakMap,C=_.createTreeWalker(_,129);function Oe(e,t){if(!_e(e)||!e.hasOwnProperty(`raw`))throw Error(`invalid template strings array`);return de===void 0?t:de.createHTML(t)}var ke=(e,t)=>{let n=e.length-1,r=[],i,a=t===2?`<svg>`:t===3?`<math>`:``,o=be;for(let t=0;t<n;t++){let n=e[t],s,c,l=-1,u=0;for(;u<n.length&&(o.lastIndex=u,c=o.exec(n),c!==null);)u=o.lastIndex,o===be?c[1]===`!--`?o=xe:c[1]===void 0?c[2]===void 0?c[3]!==void 0&&(o=v):(Te.test(c[2])&&(i=RegExp(`</`+c[2],`g`)),o=v):o=Se:o===v?c[0]===`>`?(o=i??be,l=-1):c[1]===void 0?l=-2:(l=o.lastIndex-c[2].length,s=c[1],o=c[3]===void 0?v:c[3]===`"`?we:Ce):o===we||o===Ce?o=v:o===xe||o===Se?o=be:(o=v,i=void 0);let d=o===v&&e[t+1].startsWith(`/>`)?` `:``;a+=o===be?n+me:l>=0?(r.push(s),n.slice(0,l)+fe+n.slice(l)+g+d):n+g+(l===-2?t:d)}return[Oe(e,a+(e[n]||`<?>`)+(t===2?`</svg>`:t===3?`</math>`:``)),r]},Ae=class e{constructor({strings:t,_$litType$:n},r){let i;this.parts=[];let a=0,o=0,s=t.length-1,c=this.parts,[l,u]=ke(t,n);if(this.el=e.createElement(l,r),C.currentNode=this.el.content,n===2||n===3){let e=this.el.content.firstChild;e.replaceWith(...e.childNodes)}for(;(i=C.nextNode())!==null&&c.length<s;){if(i.nodeType===1){if(i.hasAttributes())for(let e of i.getAttributeNames())if(e.endsWith(fe)){let t=u[o++],n=i.getAttribute(e).split(g),r=/([.?@])?(.*)/.exec(t);c.push({type:1,index:a,name:r[2],strings:n,ctor:r[1]===`.`?Pe:r[1]===`?`?Fe:r[1]===`@`?Ie:Ne}),i.removeAttribute(e)}else e.startsWith(g)&&(c.push({type:6,index:a}),i.removeAttribute(e));if(Te.test(i.tagName)){let e=i.textContent.split(g),t=e.length-1;if(t>0){i.textContent=ue?ue.emptyScript:``;for(let n=0;n<t;n++)i.append(e[n],he()),C.nextNode(),c.push({type:2,index:++a});i.append(e[t],he())}}}else if(i.nodeType===8){if(i.data===pe)c.push({type:2,index:a});else{let e=-1;for(;(e=i.data.indexOf(g,e+1))!==-1;)c.push({type:7,index:a}),e+=g.length-1}}a++}}static createElement(e,t){let n=_.createElement(`template`);return n.innerHTML=e,n}};function w(e,t,n=e,r){if(t===x)return t;let i=r===void 0?n._$Cl:n._$Co?.[r],a=ge(t)?void 0:t._$litDirective$;return i?.constructor!==a&&(i?._$AO?.(!1),a===void 0?i=void 0:(i=new a(e),i._$AT(e,n,r)),r===void 0?n._$Cl=i:(n._$Co??=[])[r]=i),i!==void 0&&(t=w(e,i._$AS(e,t.values),i,r)),t}var je=class{constructor(e,t){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=t}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:t},parts:n}=this._$AD,r=(e?.creationScope??_).importNode(t,!0);C.currentNode=r;let i=C.nextNode(),a=0,o=0,s=n[0];for(;s!==void 0;){if(a===s.index){let t;s.type===2?t=new Me(i,i.nextSibling,this,e):s.type===1?t=new s.ctor(i,s.name,s.strings,this,e):s.type===6&&(t=new Le(i,this,e)),this._$AV.push(t),s=n[++o]}a!==s?.index&&(i=C.nextNode(),a++)}return C.currentNode=_,r}p(e){let t=0;for(let n of this._$AV)n!==void 0&&(n.strings===void 0?n._$AI(e[t]):(n._$AI(e,n,t),t+=n.strings.length-2)),t++}},Me=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,t,n,r){this.type=2,this._$AH=S,this._$AN=void 0,this._$AA=e,this._$AB=t,this._$AM=n,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,t=this._$AM;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,t=this){e=w(this,e,t),ge(e)?e===S||e==null||e===``?(this._$AH!==S&&this._$AR(),this._$AH=S):e!==this._$AH&&e!==x&&this._(e):e._$litType$===void 0?e.nodeType===void 0?ve(e)?this.k(e):this._(e):this.T(e):this.$(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==S&&ge(this._$AH)?this._$AA.nextSibling.data=e:this.T(_.createTextNode(e)),this._$AH=e}$(e){let{values:t,_$litType$:n}=e,r=typeof n==`number`?this._$AC(e):(n.el===void 0&&(n.el=Ae.createElement(Oe(n.h,n.h[0]),this.options)),n);if(this._$AH?._$AD===r)this._$AH.p(t);else{let e=new je(r,this),n=e.u(this.options);e.p(t),this.T(n),this._$AH=e}}_$AC(e){let t=De.get(e.strings);return t===void 0&&De.set(e.strings,t=new Ae(e)),t}k(t){_e(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,r,i=0;for(let a of t)i===n.length?n.push(r=new e(this.O(he()),this.O(he()),this,this.options)):r=n[i],r._$AI(a),i++;i<n.length&&(this._$AR(r&&r._$AB.nextSibling,i),n.length=i)}_$AR(e=this._$AA.nextSibling,t){for(this._$AP?.(!1,!0,t);e!==this._$AB;){let t=le(e).nextSibling;le(e).remove(),e=t}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},Ne=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,t,n,r,i){this.type=1,this._$AH=S,this._$AN=void 0,this.element=e,this.name=t,this._$AM=r,this.options=i,n.length>2||n[0]!==``||n[1]!==``?(this._$AH=Array(n.length-1).fill(new String),this.strings=n):this._$AH=S}_$AI(e,t=this,n,r){let i=this.strings,a=!1;if(i===void 0)e=w(this,e,t,0),a=!ge(e)||e!==this._$AH&&e!==x,a&&(this._$AH=e);else{let r=e,o,s;for(e=i[0],o=0;o<i.length-1;o++)s=w(this,r[n+o],t,o),s===x&&(s=this._$AH[o]),a||=!ge(s)||s!==this._$AH[o],s===S?e=S:e!==S&&(e+=(s??``)+i[o+1]),this._$AH[o]=s}a&&!r&&this.j(e)}j(e){e===S?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??``)}},Pe=class extends Ne{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===S?void 0:e}},Fe=class extends Ne{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==S)}},Ie=class extends Ne{constructor(e,t,n,r,i){super(e,t,n,r,i),this.type=5}_$AI(e,t=this){if((e=w(this,e,t,0)??S)===x)return;let n=this._$AH,r=e===S&&n!==S||e.capture!==n.capture||e.once!==n.once||e.passive!==n.passive,i=e!==S&&(n===S||r);r&&this.element.removeEventListener(this.name,this,n),i&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH==`function`?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},Le=class{constructor(e,t,n){this.element=e,this.type=6,this._$AN=void 0,this._$AM=t,this.options=n}get _$AU(){return this._$AM._$AU}_$AI(e){w(this,e)}},Re={M:fe,P:g,A:pe,C:1,L:ke,R:je,D:ve,V:w,I:Me,H:Ne,N:Fe,U:Ie,B:Pe,F:Le},ze=ce.litHtmlPolyfillSupport;ze?.(Ae,Me),(ce.litHtmlVersions??=[]).push(`3.3.3`);var Be=(e,t,n)=>{let r=n?.renderBefore??t,i=r._$litPart$;if(i===void 0){let e=n?.renderBefore??null;r._$litPart$=i=new Me(t.insertBefore(he(),e),e,void 0,n??{})}return i._$AI(e),i},Ve=globalThis,T=class extends h{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=Be(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return x}};T._$litElement$=!0,T.finalized=!0,Ve.litElementHydrateSupport?.({LitElement:T});var He=Ve.litElementPolyfillSupport;He?.({LitElement:T}),(Ve.litElementVersions??=[]).push(`4.2.2`);var E=e=>(t,n)=>{n===void 0?customElements.define(e,t):n.addInitializer(()=>{customElements.define(e,t)})},Ue={attribute:!0,type:String,converter:ae,reflect:!1,hasChanged:oe},We=(e=Ue,t,n)=>{let{kind:r,metadata:i}=n,a=globalThis.litPropertyMetadata.get(i);if(a===void 0&&globalThis.litPropertyMetadata.set(i,a=new Map),r===`setter`&&((e=Object.create(e)).wrapped=!0),a.set(n.name,e),r===`accessor`){let{name:r}=n;return{set(n){let i=t.get.call(this);t.set.call(this,n),this.requestUpdate(r,i,e,!0,n)},init(t){return t!==void 0&&this.C(r,void 0,e,t),t}}}if(r===`setter`){let{name:r}=n;return function(n){let i=this[r];t.call(this,n),this.requestUpdate(r,i,e,!0,n)}}throw Error(`Unsupported decorator location: `+r)};function D(e){return(t,n)=>typeof n==`object`?We(e,t,n):((e,t,n)=>{let r=t.hasOwnProperty(n);return t.constructor.createProperty(n,e),r?Object.getOwnPropertyDescriptor(t,n):void 0})(e,t,n)}function O(e){return D({...e,state:!0,attribute:!1})}var Ge=(e,t,n)=>(n.configurable=!0,n.enumerable=!0,Reflect.decorate&&typeof t!=`object`&&Object.defineProperty(e,t,n),n);function k(e,t){return(n,r,i)=>{let a=t=>t.renderRoot?.querySelector(e)??null;if(t){let{get:e,set:t}=typeof r==`object`?n:i??(()=>{let e=Symbol();return{get(){return this[e]},set(t){this[e]=t}}})();return Ge(n,r,{get(){let n=e.call(this);return n===void 0&&(n=a(this),(n!==null||this.hasUpdated)&&t.call(this,n)),n}})}return Ge(n,r,{get(){return a(this)}})}}var A=o`
  :host {
    box-sizing: border-box;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3,
  p {
    margin: 0;
  }
  a {
    color: var(--link);
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    border-radius: 6px;
  }
  .btn {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 38px;
    padding: 7px 14px;
    border: 1px solid var(--edge);
    border-radius: 9px;
    background: var(--raised);
    color: var(--ink);
    text-decoration: none;
    cursor: pointer;
    text-align: center;
    line-height: 1.2;
  }
  .btn:hover {
    border-color: var(--dim);
  }
  .btn:disabled {
    opacity: 0.5;
    cursor: default;
  }
  .btn.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 700;
  }
  .btn.primary:hover {
    filter: brightness(1.06);
  }
  .btn.quiet {
    background: none;
    border-color: transparent;
    color: var(--dim);
  }
  .btn.quiet:hover {
    color: var(--ink);
    border-color: var(--edge);
  }
  .btn.danger {
    color: var(--danger);
  }
  .btn.small {
    min-height: 30px;
    padding: 3px 10px;
    font-size: 13px;
  }
  .card {
    background: var(--card);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    padding: 14px;
  }
  .rule {
    display: inline-block;
    padding: 0 7px;
    border: 1px solid var(--edge);
    border-radius: 99px;
    background: none;
    color: var(--dim);
    font-size: 11.5px;
    line-height: 18px;
    white-space: nowrap;
    cursor: pointer;
    text-decoration: none;
  }
  .rule:hover {
    color: var(--ink);
    border-color: var(--dim);
  }
  .field {
    display: grid;
    gap: 5px;
  }
  .field > span,
  legend {
    color: var(--dim);
    font-size: 13px;
  }
  input[type="text"],
  input[type="number"],
  select,
  textarea {
    width: 100%;
    min-height: 38px;
    padding: 7px 10px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--bg);
    color: var(--ink);
  }
  fieldset {
    border: 0;
    padding: 0;
    margin: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    margin-bottom: 5px;
  }
  .dim {
    color: var(--dim);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .spread {
    justify-content: space-between;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  kbd {
    display: inline-block;
    min-width: 20px;
    padding: 0 5px;
    border: 1px solid var(--edge);
    border-bottom-width: 2px;
    border-radius: 5px;
    background: var(--bg);
    color: var(--dim);
    font: 600 12px/18px var(--font);
    text-align: center;
  }
  dialog {
    width: min(680px, calc(100vw - 24px));
    max-height: calc(100dvh - 24px);
    padding: 0;
    border: 1px solid var(--edge);
    border-radius: 14px;
    background: var(--card);
    color: var(--ink);
    box-shadow: var(--shadow);
    overflow: auto;
  }
  dialog::backdrop {
    background: rgb(10 12 7 / 0.6);
  }
  .dialog-head {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 12px 16px;
    background: var(--card);
    border-bottom: 1px solid var(--edge);
  }
  .dialog-head h2 {
    flex: 1;
    font-size: 17px;
  }
  .dialog-body {
    padding: 16px;
    display: grid;
    gap: 16px;
  }
  .die {
    display: inline-grid;
    place-items: center;
    width: 20px;
    height: 20px;
    margin: 0 1px;
    border-radius: 4px;
    background: var(--die);
    color: var(--die-ink);
    font: 800 12.5px/1 var(--font);
    vertical-align: -3px;
  }
  .die.coloured {
    background: var(--die-coloured);
    color: var(--die-coloured-ink);
  }
`;function Ke(e,t){try{localStorage.setItem(`defilade.${e}`,JSON.stringify(t))}catch{}}function qe(e){try{let t=localStorage.getItem(`defilade.${e}`);return t===null?void 0:JSON.parse(t)}catch{return}}var Je=150;function Ye(e){if(typeof e!=`object`||!e)return!1;let t=e;return typeof t.id==`string`&&Array.isArray(t.seats)&&typeof t.watch==`string`}function Xe(){let e=qe(`keyring`);return Array.isArray(e)?e.filter(Ye):[]}function j(e){return Xe().find(t=>t.id===e)}function Ze(e){let t=j(e.id),n=[...e.seats];for(let e of t?.seats??[])n.some(t=>t.side===e.side)||n.push(e);Ke(`keyring`,[{id:e.id,seats:n,watch:e.watch||t?.watch||``,invites:e.invites.length?e.invites:t?.invites??[]},...Xe().filter(t=>t.id!==e.id)].slice(0,Je))}function Qe(e){Ke(`keyring`,Xe().filter(t=>t.id!==e))}function $e(){return Xe().flatMap(e=>e.seats.length?e.seats.map(e=>e.token):[e.watch])}var et={name:``,theme:`system`,colours:`hobby`,map:`painted`,pace:`calm`,motion:`system`,sound:!1,names:!0,grid:!0,centres:!0,confirm:!0},tt=new Set,M={...et,...nt(qe(`preferences`))};function nt(e){if(typeof e!=`object`||!e)return{};let t=Object.entries(e).filter(([e,t])=>e in et&&typeof t==typeof et[e]);return Object.fromEntries(t)}function N(){return M}function rt(e){M={...M,...e},Ke(`preferences`,M),ot();for(let e of tt)e(M)}function it(e){return tt.add(e),()=>tt.delete(e)}function at(){return M.motion===`system`?matchMedia(`(prefers-reduced-motion: reduce)`).matches:M.motion===`none`}function ot(){let e=document.documentElement;e.dataset.theme=M.theme===`system`?st():M.theme,e.dataset.colours=M.colours,e.dataset.motion=at()?`none`:`full`}function st(){return matchMedia(`(prefers-contrast: more)`).matches?`contrast`:matchMedia(`(prefers-color-scheme: light)`).matches?`light`:`dark`}function ct(e){let[t=``,n=``,r=``,i=``,a=``]=e.replace(/^#?\/?/,``).split(`/`).map(ut);return t===``?{page:`lobby`}:t===`scenario`&&n?{page:t,id:n}:t===`game`&&n?{page:t,id:n,moment:r===`at`?lt(i):null}:t===`join`&&n&&r?{page:t,id:n,invite:r}:t===`watch`&&n&&r?{page:t,id:n,token:r,moment:i===`at`?lt(a):null}:t===`learn`?{page:t}:t===`rules`?{page:t,id:n}:{page:`lost`,hash:e}}function lt(e){return/^\d+$/.test(e)?Number(e):null}function ut(e){try{return decodeURIComponent(e)}catch{return e}}function P(...e){return`#/${e.map(e=>encodeURIComponent(e)).join(`/`)}`}function dt(e){return`${location.origin}${location.pathname}${e}`}function ft(e){location.hash=e}function F(e){return e.charAt(0).toUpperCase()+e.slice(1)}function pt(e,t,n=`${t}s`){return`${I(e)} ${e===1?t:n}`}function I(e){let t=Math.floor(e);return e===t?String(e):e-t===.5?`${t||``}½`:String(Math.round(e*100)/100)}function mt(e){return e>0?`+${I(e)}`:e<0?`−${I(-e)}`:`0`}function ht(e){let t=Math.round(e*100);return e>0&&t===0?`<1%`:e<1&&t===100?`>99%`:`${t}%`}var gt=86400;function _t(e,t=Date.now()/1e3){let n=Math.max(0,t-e);return n<90?`just now`:n<5400?`${Math.round(n/60)} minutes ago`:n<1.5*gt?`${Math.round(n/3600)} hours ago`:`${Math.round(n/gt)} days ago`}function vt(e){let t=Math.max(0,Math.round(e));if(t>=gt)return`${Math.floor(t/gt)}d ${Math.floor(t%gt/3600)}h`;let n=e=>String(e).padStart(2,`0`),r=Math.floor(t/3600),i=`${n(Math.floor(t%3600/60))}:${n(t%60)}`;return r?`${r}:${i}`:i}var yt=class extends Error{constructor(e,t){super(t.reason),this.status=e,this.problem=t}},bt=class extends Error{constructor(){super(`The server does not answer. Is it running?`)}};async function xt(e,{method:t=`GET`,body:n,token:r}){let i={Accept:`application/json`};n!==void 0&&(i[`Content-Type`]=`application/json`),r&&(i.Authorization=`Bearer ${r}`);let a;try{a=await fetch(`/api${e}`,{method:t,headers:i,...n===void 0?{}:{body:JSON.stringify(n)}})}catch{throw new bt}if(!a.ok)throw new yt(a.status,await St(a));return a}async function St(e){try{let t=await e.json();if(typeof t==`object`&&t&&`reason`in t)return t}catch{}return{code:String(e.status),reason:`The server answered ${e.status}.`,rule:``}}async function L(e,t={}){return await(await xt(e,t)).json()}function Ct(e){let t=new Map;return n=>{let r=t.get(n);return r||(r=e(n),t.set(n,r),r.catch(()=>t.delete(n))),r}}var R=encodeURIComponent,wt=Ct(()=>L(`/scenarios`)),z={lobby:()=>wt(``),map:Ct(e=>L(`/maps/${R(e)}`)),picture:Ct(async e=>(await xt(e.replace(/^\/api/,``),{})).text()),rule:Ct(e=>L(`/rules/${R(e)}`)),findRules:(e,t)=>L(`/rules?words=${R(e)}&system=${R(t)}`),newGame:e=>L(`/games`,{method:`POST`,body:e}),importGame:e=>L(`/games/import`,{method:`POST`,body:e}),join:(e,t)=>L(`/games/${R(e)}/join`,{method:`POST`,body:t}),myGames:e=>L(`/games/mine`,{method:`POST`,body:{tokens:e}}),publicGames:()=>L(`/games`),moment:(e,t,n)=>L(`/games/${R(e)}/moments/${t}`,{token:n}),log:async(e,t)=>(await xt(`/games/${R(e)}/log`,{token:t})).text()};function Tt(e,t){e.dispatchEvent(new CustomEvent(`rule`,{detail:t,bubbles:!0,composed:!0}))}function Et(e){e.dispatchEvent(new CustomEvent(`preferences`,{bubbles:!0,composed:!0}))}var Dt=4.5,Ot=6,kt=5;function At(e){return e.counters.flatMap(e=>[...e.weapons,e])}function jt(e,t,n){let r=[...new Set(e.counters.map(e=>e.side))];return n?Nt(e,t):r.length<2?Mt(e,t,1):r.flatMap((n,i)=>{let a={hex:e.hex,counters:e.counters.filter(e=>e.side===n)},o=(i-(r.length-1)/2)*54*.86;return Mt(a,{x:t.x+o,y:t.y+o*.12},.82)})}function Mt(e,t,n){let r=At(e),i=e.counters.length,a=Dt*n*Math.min(1,Ot/Math.max(1,r.length-1)),o=a*(r.length-1),s=54*n;return r.map((c,l)=>{let u=l===r.length-1,d=r.length-1-l;return{counter:c,hex:e.hex,x:t.x-s/2-o/2+d*a,y:t.y-s/2+o/2-d*a,scale:n,open:u,pile:u&&i>1?i:0,carries:u?c.weapons:[]}})}function Nt(e,t){let n=e.counters.flatMap(e=>[e,...e.weapons]),r=n.length<=4?n.length:Math.ceil(n.length/Math.ceil(n.length/5)),i=Math.ceil(n.length/r);return n.map((a,o)=>{let s=Math.floor(o/r),c=Math.min(r,n.length-s*r);return{counter:a,hex:e.hex,x:t.x+(o%r-c/2)*59+kt/2,y:t.y+(s-i/2)*59+kt/2,scale:1,open:!0,pile:0,carries:[]}})}function Pt(e){let t=Math.min(...e.map(e=>e.x))-8,n=Math.min(...e.map(e=>e.y))-10,r=Math.max(...e.map(e=>e.x+54))+8,i=Math.max(...e.map(e=>e.y+54))+8;return{x:t,y:n,width:r-t,height:i-n}}function Ft(e){return e?.counters.length?e.counters.map(e=>e.words||e.name).join(`; `):`empty`}var It=new Set([`german`,`american`,`russian`]);function Lt(e){return It.has(e.nationality)?e.nationality:`other`}var Rt=`M-2-5.2h4q3.6.2 4 3.2l.5 5-1.9.4-.9-3.7v3.5l1.6 8.8H2.1L0 4.6l-2.1 7.4h-3.2l1.6-8.8V-.3l-.9 3.7L-6.5 3l.5-5q.4-3 4-3.2z`,zt=`M-2-5.2h4l2.6-1.2 2-6.8 2 .6-2.2 8.4-2.7 2.6v4.8l1.6 8.8H2.1L0 4.6l-2.1 7.4h-3.2l1.6-8.8v-4.8l-2.7-2.6-2.2-8.4 2-.6 2 6.8z`,Bt=`M-7.4 6.2l2-2.7 2 .1L5.9-6.2l1 .9-8.6 9.2-1.5.4L-5.6 7z`,Vt=b`
  <g id="helmet-american"><path d="M-4.2-8.4a4.2 4.3 0 0 1 8.4 0l.8.8h-10z"/></g>
  <g id="helmet-german"><path d="M-3.9-8.8a3.9 4.2 0 0 1 7.8 0l1.5 2.5-1.7.3-1-1.2h-5.4l-1 1.2-1.7-.3z"/></g>
  <g id="helmet-russian"><path d="M-3.9-7.9q-.3-5.3 3.9-5.3t3.9 5.3l.5.6h-8.8z"/></g>
  <g id="helmet-other"><path d="M-4-8a4 4.6 0 0 1 8 0z"/></g>
  ${[...It,`other`].map(e=>b`
      <g id="man-${e}"><path d=${Rt}/><circle cy="-7.4" r="2.7"/><use href="#helmet-${e}"/>
        <path class="cut" d=${Bt}/></g>
      <g id="broken-${e}"><path d=${zt}/><circle cy="-7.4" r="2.7"/><use href="#helmet-${e}"/></g>
      <g id="leader-${e}"><path d="M-12.5 12.5q0-9.5 7.2-10.8l2.7-.6h5.2l2.7.6q7.2 1.3 7.2 10.8z"/>
        <circle cy="-3.8" r="4.9"/><use href="#helmet-${e}" transform="translate(0 7.4) scale(1.72)"/>
        <path class="cut" d="M-3 2.2L0 6.6l3-4.4 1.6.3-4.6 7-4.6-7zM-10.6 6.4h4v1.2h-4zM-10.8 8.6h4.2v1.2h-4.2z"/></g>`)}
  <g id="weapon-LMG"><path d="M-21-5.4l7.6.3.6-1.4h9.4V-5h9.6v-.9h3V-5H20v2H9.2v.4l4.4 9.2-1.8.9-4-8.4-4 8.4-1.8-.9L6.2-2.6H-4v1.9h-2.4l-1.3 4.9h-2.5l1-4.9h-3.6L-20.4.8z"/></g>
  <g id="weapon-MMG"><path d="M-19-7h3.2l.6 2h2.8v-2.4H.6v1.1H15V-5h5.4v2H15v1H2.6l8.9 12.3H9L-1.6-1.6-3.4 3l.7 7.3h-2.2l-.6-5.8-2.8 5.8h-2.5L-6-1.6h-6.4v-1.3h-2.9l-.7 2.1h-3l1-3.1z"/></g>
  <g id="weapon-HMG"><path d="M-19.5-8.4h3l.8 2.2h2.5v-2.6H-3v.8h15.4v1.2h8.4v2.6h-8.4v1.2H4l9.6 12.4h-3L-.4-2.6l-2.2 5.5.9 8.5h-2.7L-5 5.2l-3 6.2h-2.8l5.6-13.6h-8v-1.5h-2.5l-.8 2.3h-3l1-3.5z"/><path class="cut" d="M-.6-6.3h11.8v.9H-.6zM-.6-4.4h11.8v.9H-.6z"/></g>
  <g id="weapon-FT"><path d="M-18-8q0-2.4 2.3-2.4t2.3 2.4V7.4q0 2.4-2.3 2.4T-18 7.4zM-12.4-8q0-2.4 2.3-2.4t2.3 2.4V7.4q0 2.4-2.3 2.4t-2.3-2.4z"/><path class="line" d="M-8 5.5q6 5 8-1.5t5-5.5h4.4"/><path d="M8.6-4h4v2.6h-4z"/><path d="M13.4-2.7q1.6-5.6 6-7-1.4 2.4.6 4.2 2.4 2-.2 5.2-2.6 3-6.4 0 1.6-.8 0-2.4z"/></g>
  <g id="weapon-DC"><rect x="-12" y="-7" width="4.6" height="16" rx="1"/><rect x="-6.6" y="-7" width="4.6" height="16" rx="1"/><rect x="-1.2" y="-7" width="4.6" height="16" rx="1"/><rect x="4.2" y="-7" width="4.6" height="16" rx="1"/><path class="cut" d="M-13-3.4H9.8v1.4H-13zM-13 3.6H9.8V5H-13z"/><path class="line" d="M-1.6-7q0-4.6 5-4.2t6.4-1.6"/><circle cx="11.2" cy="-13" r="1.9"/></g>
  <g id="emblem-german"><path d="M-1.1-3.6h2.2v2.5h2.5v2.2H1.1v2.5h-2.2V1.1h-2.5v-2.2h2.5z"/></g>
  <g id="emblem-american"><circle r="3.7" class="ring"/><path d="M0-3.1l.75 2.1 2.25.05-1.8 1.35.65 2.15L0 1.3l-1.85 1.25.65-2.15L-3-.95-.75-1z"/></g>
  <g id="emblem-russian"><path d="M0-4l1 2.75 2.9.1L1.6.65l.8 2.8L0 1.8l-2.4 1.65.8-2.8-2.3-1.8 2.9-.1z"/></g>
  <g id="emblem-other"></g>`,Ht=o`
  .counter {
    cursor: pointer;
  }
  .nation-german {
    --face: var(--german);
    --mark: var(--german-ink);
  }
  .nation-american {
    --face: var(--american);
    --mark: var(--american-ink);
  }
  .nation-russian {
    --face: var(--russian);
    --mark: var(--russian-ink);
  }
  .nation-other {
    --face: var(--other);
    --mark: var(--other-ink);
  }
  .counter .shade {
    fill: #0d1006;
    opacity: 0.42;
  }
  .counter .face {
    fill: var(--face);
    stroke: #14170e;
    stroke-width: 1.2;
  }
  .counter .light {
    fill: none;
    stroke: #fff;
    stroke-opacity: 0.42;
    stroke-width: 1;
  }
  .counter .ink,
  .counter text {
    fill: var(--mark);
  }
  /* Inside shapes that are used from elsewhere: only what lies in the shape itself can be told apart. */
  .cut {
    stroke: var(--face);
    stroke-width: 0.9;
  }
  .line,
  .ring {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.8;
  }
  .ring {
    stroke-width: 0.9;
  }
  .counter text {
    font-family: var(--font);
    font-weight: 700;
    pointer-events: none;
  }
  .counter .factor {
    font-size: 16.5px;
    font-weight: 800;
    text-anchor: middle;
  }
  .counter .over {
    font-size: 9.5px;
    text-anchor: middle;
  }
  .counter .class,
  .counter .letter,
  .counter .small {
    font-size: 9.5px;
  }
  .counter .class,
  .counter .right {
    text-anchor: end;
  }
  .counter .under {
    fill: var(--mark);
  }
  .counter.broken {
    --back: var(--face);
  }
  .counter.broken .face {
    fill: var(--broken);
  }
  .counter.broken .band {
    fill: var(--back);
  }
  .counter.broken {
    --mark: #23201a;
  }
  .counter .boxed {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.3;
  }
  .counter .cross {
    fill: none;
    stroke: #b3261e;
    stroke-width: 5;
    stroke-linecap: round;
    opacity: 0.85;
  }
  .tag rect {
    stroke: #14170e;
    stroke-width: 0.8;
    fill: #4a4f3d;
  }
  .counter .tag text,
  .tag text {
    fill: #fff;
    font: 800 8.8px var(--font);
    text-anchor: middle;
    letter-spacing: 0.02em;
  }
  .tag-dm rect,
  .tag-broken rect,
  .tag-malfunction rect,
  .tag-melee rect,
  .tag-cc rect {
    fill: #a3231b;
  }
  .tag-pin rect {
    fill: #7a3fa0;
  }
  .tag-cx rect {
    fill: #9a5b00;
  }
  .tag-wound rect {
    fill: #8c1d40;
  }
  .tag-prep rect,
  .tag-first rect,
  .tag-final rect {
    fill: #f4d64e;
  }
  .counter .tag-prep text,
  .counter .tag-first text,
  .counter .tag-final text {
    fill: #241c00;
  }
  .tag-moved rect {
    fill: #2f5f86;
  }
  .chip rect {
    fill: var(--face);
    stroke: #14170e;
    stroke-width: 1;
  }
  .counter .chip text {
    font-size: 9px;
    text-anchor: middle;
  }
  .count circle {
    fill: #14170e;
    stroke: #fff;
    stroke-opacity: 0.75;
    stroke-width: 1;
  }
  .counter .count text {
    fill: #fff;
    font-size: 10.5px;
    text-anchor: middle;
  }
  .ring-mark {
    fill: none;
    stroke: none;
  }
  .counter.can .ring-mark {
    stroke: var(--can, #ffe14a);
    stroke-width: 2.6;
    stroke-dasharray: 5 3.4;
  }
  .counter.chosen .ring-mark {
    stroke: #ffe14a;
    stroke-width: 4;
    stroke-dasharray: none;
  }
  .counter.about .ring-mark {
    stroke: #ff5a3c;
    stroke-width: 3;
    stroke-dasharray: none;
  }
  .counter.spent .face {
    filter: saturate(0.55) brightness(0.86);
  }
`,Ut=9.6,Wt=6.2;function Gt(e){let t=(e,t=!1)=>({text:e,width:e.length*Ut,kind:`factor`,underlined:t}),n={text:`-`,width:Wt,kind:`factor`,underlined:!1};if(e.kind===`leader`){let r=e.leadership??0,i={...n,text:r>0?`+`:`-`,width:r>0?Ut:Wt};return[t(String(e.morale??``)),i,t(String(Math.abs(r)))]}let r=[t(String(e.fp??``),e.underlines.fp)];return e.smoke&&r.push({text:String(e.smoke),width:5.6,kind:`over`,underlined:!1}),r.push(n,t(String(e.range??``))),e.kind!==`sw`&&r.push(n,t(String(e.morale??``),e.underlines.morale)),r}function Kt(e,t){let n=e.reduce((e,t)=>e+t.width,0),r=Math.min(1,49/n),i=(54/r-n)/2,a=e.map(e=>{let t=i+e.width/2;i+=e.width;let n=e.kind===`over`?-6:0;return b`<text class=${e.kind} x=${t.toFixed(1)} y=${n}>${e.text}</text>${e.underlined?b`<rect class="under" x=${(t-e.width/2+.8).toFixed(1)} y="1.8" width=${(e.width-1.6).toFixed(1)} height="1.7"/>`:S}`});return b`<g transform="translate(0 ${t}) scale(${r.toFixed(3)} 1)">${a}</g>`}var qt={squad:[[12.2,22.2,.9],[41.8,22.2,.9],[27,22.8,1]],half_squad:[[18.4,22.6,.96],[35.6,22.6,.96]]};function Jt(e,t){let n=Lt(e);if(e.kind===`leader`){let t=e.broken?`translate(27 22) scale(.9)`:`translate(27 22.6)`;return b`<use class="ink" href=${e.broken?`#broken-${n}`:`#leader-${n}`} transform=${t}/>`}return b`${qt[e.kind]?.map(([e,r,i])=>b`<use class="ink" href="#${t}-${n}" transform="translate(${e} ${r}) scale(${i})"/>`)}`}function Yt(e){return b`${Jt(e,`man`)}
    <text class="class" x="51" y="10">${e.kind===`leader`?``:e.cls}</text>
    ${Kt(Gt(e),49.6)}`}function Xt(e){let t=String(e.broken_morale??e.morale??``),n=10+t.length*Ut;return b`<path class="band" d="M1.5 4.5a3 3 0 0 1 3-3H20L1.5 20zM52.5 34V49.5a3 3 0 0 1-3 3H34z"/>
    ${Jt(e,`broken`)}
    <text class="factor" x="27" y="50">${t}</text>
    ${e.boxed?b`<rect class="boxed" x=${27-n/2} y="36" width=${n} height="16.4" rx="1.5"/>`:S}`}function Zt(e){let t=e.breakdown,n=e.states.some(e=>e.id===`malfunction`);return b`<use class="ink" href="#weapon-${e.weapon}" transform="translate(27 21.6)"/>
    <text class="small" x="3.4" y="10">${e.weapon}</text>
    <text class="small right" x="51" y="10">${e.portage===null?``:`${e.portage}PP`}</text>
    ${e.rof?b`<rect class="boxed" x="3" y="26.4" width="10" height="11" rx="1"/><text class="small" x="8" y="35.3" text-anchor="middle">${e.rof}</text>`:S}
    ${t&&t<12?b`<text class="small right" x="51" y="36">B${t}</text>`:S}
    ${Kt(Gt(e),50)}
    ${n?b`<path class="cross" d="M10 10L44 44M44 10L10 44"/>`:S}`}function Qt(e){return b`<rect class="shade" x="1.8" y="2.6" width=${54} height=${54} rx="4.5"/>
    <rect class="face" width=${54} height=${54} rx="4.5"/>
    <rect class="light" x="1.6" y="1.6" width=${50.8} height=${50.8} rx="3.2"/>
    ${e.kind===`sw`?Zt(e):e.broken?Xt(e):Yt(e)}
    ${e.kind===`sw`?S:b`<use class="ink" href="#emblem-${Lt(e)}" transform="translate(6.6 6.8)"/>
          <text class="letter" x="12" y="10">${e.letter}</text>`}`}function $t(e){return`counter nation-${Lt(e)}${e.broken?` broken`:``}`}var en=new Set([`broken`,`malfunction`]);function tn(e,t=62){let n=-5,r=-7;return b`${e.filter(e=>!en.has(e.id)).map(e=>{let i=7+e.text.length*5.9;n+i>t&&(n=-5,r-=13);let a=b`<g class="tag tag-${e.id}" transform="translate(${n.toFixed(1)} ${r})">
        <rect width=${i.toFixed(1)} height="12.4" rx="3"/><text x=${(i/2).toFixed(1)} y="9.3">${e.text}</text></g>`;return n+=i+2,a})}`}function nn(e){return b`${e.slice(0,2).map((e,t)=>{let n=e.states.some(e=>e.id===`malfunction`);return b`<g class="chip nation-${Lt(e)}" transform="translate(${59-(t+1)*28} ${50})">
      <rect width=${27} height="12.6" rx="3"/><text x=${27/2} y="9.6">${n?`✕`:``}${e.weapon}</text></g>`})}`}function rn(e){return b`<g class="count" transform="translate(1 ${53})"><circle r="7.6"/><text y="3.8">${e}</text></g>`}function an(){return y`<svg class="shapes" width="0" height="0" aria-hidden="true"><defs>${Vt}</defs></svg>`}function on(e,t=46,n=!1){return y`<svg class="icon" viewBox=${n?`-7 -12 70 70`:`-2 -2 60 60`} width=${t} height=${t} aria-hidden="true">
    <g class=${$t(e)}>${Qt(e)}${n?tn(e.states,64):``}</g>
  </svg>`}var sn=[Ht,o`
    .shapes {
      position: absolute;
    }
    .icon {
      display: block;
      flex: none;
    }
    .icon .counter {
      cursor: inherit;
    }
  `],cn={german:`M-2-7h4v5h5v4H2v5h-4V2h-5v-4h5z`,american:`M0-6.6l1.6 4.5 4.8.1-3.8 2.9 1.4 4.6L0 2.8-4 5.5l1.4-4.6L-6.4-2l4.8-.1z`,russian:`M0-7.4l1.9 5.1 5.4.2-4.3 3.4 1.5 5.2L0 3.4l-4.5 3.1L-3 1.3-7.3-2.1l5.4-.2z`};function B(e,t=22){let n=cn[e];return y`<svg class="emblem nation-${n?e:`other`}" width=${t} height=${t} viewBox="-11 -11 22 22" aria-hidden="true">
    <rect x="-10.5" y="-10.5" width="21" height="21" rx="4" />
    ${e===`american`?b`<circle r="8.3" />`:``}${n?b`<path d=${n} />`:``}
  </svg>`}var V=o`
  .emblem {
    flex: none;
    vertical-align: -5px;
  }
  .emblem.nation-german {
    --face: var(--german);
    --mark: var(--german-ink);
  }
  .emblem.nation-american {
    --face: var(--american);
    --mark: var(--american-ink);
  }
  .emblem.nation-russian {
    --face: var(--russian);
    --mark: var(--russian-ink);
  }
  .emblem.nation-other {
    --face: var(--other);
    --mark: var(--other-ink);
  }
  .emblem rect {
    fill: var(--face);
    stroke: #14170e;
  }
  .emblem path {
    fill: var(--mark);
  }
  .emblem circle {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.3;
  }
`;function H(e,t,n,r){var i=arguments.length,a=i<3?t:r===null?r=Object.getOwnPropertyDescriptor(t,n):r,o;if(typeof Reflect==`object`&&typeof Reflect.decorate==`function`)a=Reflect.decorate(e,t,n,r);else for(var s=e.length-1;s>=0;s--)(o=e[s])&&(a=(i<3?o(a):i>3?o(t,n,a):o(t,n))||a);return i>3&&a&&Object.defineProperty(t,n,a),a}var ln=[[`computer`,`The computer`,`begins at once`],[`here`,`Someone here`,`both at this screen`],[`link`,`A friend by link`,`live, or a move a day`],[`mail`,`By mail`,`pass the game as a file`]],un=[[`none`,`No clock`,{kind:`none`,seconds:0,increment:0}],[`move-day`,`A day for each decision`,{kind:`move`,seconds:86400,increment:0}],[`move-3`,`3 minutes for each decision`,{kind:`move`,seconds:180,increment:0}],[`game-60`,`An hour each, 10 s more a decision`,{kind:`game`,seconds:3600,increment:10}],[`game-25`,`25 minutes each, 5 s more a decision`,{kind:`game`,seconds:1500,increment:5}]],U=class extends T{constructor(...e){super(...e),this.scenario=``,this.side=``,this.opponent=`computer`,this.failed=``,this.busy=!1}static{this.styles=[A,V,...sn,fn()]}get card(){return this.lobby.scenarios.find(e=>e.id.toLowerCase()===this.scenario.toLowerCase())}willUpdate(e){e.has(`scenario`)&&(this.side=this.card?.sides[0]??``,this.failed=``)}updated(e){e.has(`scenario`)&&(this.card&&!this.dialog.open?this.dialog.showModal():!this.card&&this.dialog?.open&&this.dialog.close())}async begin(e){e.preventDefault();let t=this.card;if(!t)return;let n=new FormData(this.form),r=e=>String(n.get(e)??``),i={};for(let e of t.details.options){let t=r(`option-${e.id}`);t&&t!==e.values[0]?.id&&(i[e.id]=t)}let a=r(`name`).trim();rt({name:a});let o={scenario:t.id,name:a,seats:t.sides.map(e=>this.seat(e,r(`level`))),options:i,table:{undo:r(`undo`),clock:un.find(([e])=>e===r(`clock`))?.[2]??un[0][2],mail:this.opponent===`mail`,public:n.has(`public`)}};await this.create(o)}seat(e,t){return e===this.side||this.opponent===`here`||this.opponent===`mail`?{side:e,who:`mine`}:this.opponent===`computer`?{side:e,who:`computer`,level:t}:{side:e,who:`open`}}async create(e){this.busy=!0,this.failed=``;try{let t=await z.newGame(e);Ze({id:t.game.id,seats:t.seats,watch:t.watch,invites:t.invites}),this.dialog.close(),ft(P(`game`,t.game.id))}catch(e){this.failed=e instanceof Error?e.message:String(e)}finally{this.busy=!1}}closed(){location.hash.startsWith(`#/scenario`)&&this.dispatchEvent(new CustomEvent(`close`))}force(e){return y`<div class="force">
      <p>
        <b>${e.name}</b>
        <span class="dim">${e.comes}${e.elr?` · ELR ${e.elr}`:``}</span>
      </p>
      <div class="counters">
        ${e.counters.map(({count:e,counter:t})=>y`<figure title=${t.words||t.name}>
              ${on(t,48)}
              <figcaption>${e>1?y`<b>${e}×</b>`:S}<span class="sr">${t.words||t.name}</span></figcaption>
            </figure>`)}
      </div>
    </div>`}about(e){let{details:t}=e;return y`<div class="about">
      <img class="thumb" src=${e.thumbnail} alt="Map: board ${e.boards.join(` and `)}" />
      ${t.situation?y`<p class="situation">${t.situation}</p>`:S}
      <dl>
        <div><dt>Victory</dt><dd>${e.victory}</dd></div>
        <div><dt>Length</dt><dd>${pt(e.turns,`turn`)}</dd></div>
        ${t.sets_up_first?y`<div><dt>Sets up first</dt><dd>${F(t.sets_up_first)}</dd></div>`:S}
        ${t.moves_first?y`<div><dt>Moves first</dt><dd>${F(t.moves_first)}</dd></div>`:S}
        ${e.balance?y`<div><dt>Balance</dt><dd>${dn(e)}</dd></div>`:S}
        ${t.special_rules.length?y`<div>
              <dt>Special rules</dt>
              <dd class="row">
                ${t.special_rules.map(e=>y`<button type="button" class="rule" @click=${()=>Tt(this,e)}>${e}</button>`)}
              </dd>
            </div>`:S}
      </dl>
      ${e.sides.map(e=>y`<section class="forces">
            <h3>${B(e)} ${F(e)} <span class="dim">${I(t.squads[e]??0)} squads</span></h3>
            ${t.forces.filter(t=>t.side===e).map(e=>this.force(e))}
          </section>`)}
    </div>`}setUp(e){return y`<form @submit=${this.begin}>
      <fieldset>
        <legend>You play</legend>
        <div class="choices two">
          ${e.sides.map(e=>y`<label class="choice"
                ><input
                  type="radio"
                  name="side"
                  value=${e}
                  .checked=${e===this.side}
                  @change=${()=>this.side=e}
                /><span>${B(e,26)} ${F(e)}</span></label
              >`)}
        </div>
      </fieldset>
      <fieldset>
        <legend>Against</legend>
        <div class="choices two">
          ${ln.map(([e,t,n])=>y`<label class="choice"
                ><input
                  type="radio"
                  name="opponent"
                  value=${e}
                  .checked=${e===this.opponent}
                  @change=${()=>this.opponent=e}
                /><span><b>${t}</b><small>${n}</small></span></label
              >`)}
        </div>
      </fieldset>
      ${this.opponent===`computer`?y`<label class="field"
            ><span>Level</span>
            <select name="level">
              ${this.lobby.levels.map((e,t,n)=>y`<option value=${e.id} ?selected=${t===n.length-1}>${e.name}</option>`)}
            </select></label
          >`:S}
      <label class="field"
        ><span>Your name</span
        ><input type="text" name="name" maxlength="40" autocomplete="nickname" placeholder=${F(this.side)} .value=${N().name}
      /></label>
      <details>
        <summary>Table options</summary>
        <div class="options">
          ${e.details.options.map(e=>y`<label class="field"
                ><span>${e.name}</span>
                <select name="option-${e.id}">
                  ${e.values.map(e=>y`<option value=${e.id}>${e.name}</option>`)}
                </select></label
              >`)}
          <label class="field"
            ><span>Taking back</span>
            <select name="undo">
              <option value="fair">Until dice or the other side have spoken</option>
              <option value="free">At any time</option>
              <option value="none">Never</option>
            </select></label
          >
          <label class="field"
            ><span>Clock</span>
            <select name="clock">
              ${un.map(([e,t])=>y`<option value=${e}>${t}</option>`)}
            </select></label
          >
          <label class="row"><input type="checkbox" name="public" /> Everybody may watch</label>
        </div>
      </details>
      ${this.failed?y`<p role="alert" class="alert">${this.failed}</p>`:S}
      <button class="btn primary begin" ?disabled=${this.busy}>${this.busy?`Setting the table…`:`Begin`}</button>
    </form>`}render(){let e=this.card;return y`${an()}
      <dialog
        aria-labelledby="title"
        @close=${this.closed}
        @click=${e=>e.target===this.dialog&&this.dialog.close()}
      >
        ${e?y`<div class="dialog-head">
                <h2 id="title"><span class="id">${e.id}</span> ${e.title}</h2>
                <span class="dim where">${e.place}, ${_n(e.date)}</span>
                <button class="btn small" @click=${()=>this.dialog.close()}>Close</button>
              </div>
              <div class="body">${this.about(e)}${this.setUp(e)}</div>`:S}
      </dialog>`}};H([D({attribute:!1})],U.prototype,`lobby`,void 0),H([D({attribute:!1})],U.prototype,`scenario`,void 0),H([O()],U.prototype,`side`,void 0),H([O()],U.prototype,`opponent`,void 0),H([O()],U.prototype,`failed`,void 0),H([O()],U.prototype,`busy`,void 0),H([k(`dialog`)],U.prototype,`dialog`,void 0),H([k(`form`)],U.prototype,`form`,void 0),U=H([E(`df-scenario`)],U);function dn(e){let{balance:t}=e;return t?.games?`${e.sides.map(e=>`${F(e)} ${Math.round(100*(t.wins[e]??0)/t.games)}%`).join(`, `)} in ${t.games} games of ${t.players}`:``}function fn(){return o`
    dialog {
      width: min(1080px, calc(100vw - 24px));
    }
    .id {
      color: var(--accent);
    }
    .where {
      font-size: 14px;
    }
    .body {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 340px;
    }
    .about {
      padding: 16px;
      display: grid;
      gap: 16px;
      align-content: start;
    }
    form {
      padding: 16px;
      display: grid;
      gap: 16px;
      align-content: start;
      border-left: 1px solid var(--edge);
      background: color-mix(in srgb, var(--bg) 45%, var(--card));
    }
    .thumb {
      width: 100%;
      max-height: 240px;
      object-fit: cover;
      border-radius: 8px;
      display: block;
    }
    .situation {
      font-size: 16px;
      line-height: 1.55;
    }
    dl {
      margin: 0;
      display: grid;
      gap: 7px;
    }
    dl div {
      display: grid;
      grid-template-columns: 120px 1fr;
      gap: 12px;
    }
    dt {
      color: var(--dim);
    }
    dd {
      margin: 0;
    }
    .forces {
      display: grid;
      gap: 10px;
      padding-top: 12px;
      border-top: 1px solid var(--edge);
    }
    .forces h3 {
      font-size: 16px;
    }
    .force .dim {
      font-size: 13.5px;
      margin-left: 6px;
    }
    .counters {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 10px;
      margin-top: 6px;
    }
    figure {
      margin: 0;
      display: flex;
      align-items: center;
      gap: 2px;
      flex-direction: row-reverse;
    }
    .choices {
      display: grid;
      gap: 8px;
    }
    .choices.two {
      grid-template-columns: 1fr 1fr;
    }
    .choice {
      position: relative;
      display: block;
      cursor: pointer;
    }
    .choice input {
      position: absolute;
      opacity: 0;
      inset: 0;
      width: 100%;
      height: 100%;
      margin: 0;
      cursor: pointer;
    }
    .choice span {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
      min-height: 46px;
      padding: 8px 12px;
      border: 2px solid var(--edge);
      border-radius: 10px;
      background: var(--card);
      line-height: 1.25;
      height: 100%;
    }
    .choice b {
      width: 100%;
      font-weight: 600;
    }
    .choice small {
      color: var(--dim);
      font-size: 12.5px;
    }
    .choice input:checked + span {
      border-color: var(--accent);
      background: var(--raised);
    }
    .choice input:focus-visible + span {
      outline: 3px solid var(--focus);
      outline-offset: 2px;
    }
    summary {
      cursor: pointer;
      color: var(--dim);
      padding: 4px 0;
    }
    .options {
      display: grid;
      gap: 12px;
      padding-top: 10px;
    }
    input[type="checkbox"] {
      width: 18px;
      height: 18px;
      accent-color: var(--accent);
    }
    .begin {
      min-height: 48px;
      font-size: 16px;
    }
    .alert {
      color: var(--danger);
    }
    @media (max-width: 860px) {
      .body {
        grid-template-columns: 1fr;
      }
      form {
        order: -1;
        border-left: 0;
        border-bottom: 1px solid var(--edge);
      }
      .where {
        display: none;
      }
    }
  `}var pn=8e6;function mn(e){let t=e.slice(0,4e3).split(`
`,1)[0]??``;return/"scenario"\s*:\s*"([^"]+)"/.exec(t)?.[1]??``}var W=class extends T{constructor(...e){super(...e),this.log=``,this.file=``,this.sides=[],this.named=``,this.failed=``}static{this.styles=[A]}open(){this.failed=``,this.dialog.showModal()}async chosen(e){let t=e.target.files?.[0];if(this.failed=``,this.sides=[],!t)return;if(t.size>pn){this.failed=`That file is too big to be a game.`;return}this.file=t.name,this.log=await t.text();let n=mn(this.log),r=(await z.lobby()).scenarios.find(e=>e.id===n);r||(this.failed=`No scenario that is known here could be found in that file.`),this.sides=r?.sides??[],this.named=r?.title??``}async begin(e){e.preventDefault();let t=new FormData(this.form),n=this.sides.map(e=>({side:e,who:t.get(e)}));try{let e=await z.importGame({log:this.log,seats:n,name:N().name});Ze({id:e.game.id,seats:e.seats,watch:e.watch,invites:e.invites}),this.dialog.close(),ft(P(`game`,e.game.id))}catch(e){this.failed=e instanceof Error?e.message:String(e)}}render(){return y`<dialog aria-labelledby="title">
      <div class="dialog-head">
        <h2 id="title">Open a game from a file</h2>
        <button class="btn small" @click=${()=>this.dialog.close()}>Close</button>
      </div>
      <form class="dialog-body" @submit=${this.begin}>
        <p class="dim">A log from this table, from the terminal game, or from a friend by mail.</p>
        <label class="field"><span>File</span><input type="file" @change=${this.chosen} /></label>
        ${this.sides.length?y`<p><b>${this.named}</b> <span class="dim">${this.file}</span></p>
              ${this.sides.map(e=>y`<label class="field"
                    ><span>${F(e)}</span>
                    <select name=${e}>
                      <option value="mine">I play it</option>
                      <option value="computer">The computer plays it</option>
                      <option value="open">Somebody I invite plays it</option>
                    </select></label
                  >`)}
              <button class="btn primary">Open</button>`:S}
        ${this.failed?y`<p role="alert">${this.failed}</p>`:S}
      </form>
    </dialog>`}};H([O()],W.prototype,`log`,void 0),H([O()],W.prototype,`file`,void 0),H([O()],W.prototype,`sides`,void 0),H([O()],W.prototype,`named`,void 0),H([O()],W.prototype,`failed`,void 0),H([k(`dialog`)],W.prototype,`dialog`,void 0),H([k(`form`)],W.prototype,`form`,void 0),W=H([E(`df-import`)],W);var G=class extends T{constructor(...e){super(...e),this.scenario=``,this.lobby=null,this.mine=[],this.open=[],this.failed=``}static{this.styles=[A,V,vn()]}connectedCallback(){super.connectedCallback(),this.load()}async load(){this.failed=``;try{let e=$e(),[t,n,r]=await Promise.all([z.lobby(),e.length?z.myGames(e):Promise.resolve({games:[]}),z.publicGames()]);this.lobby=t,this.mine=[...n.games].sort(hn),this.open=r.games.filter(e=>!n.games.some(t=>t.game.id===e.game.id))}catch(e){this.failed=e instanceof Error?e.message:String(e)}}forget(e){Qe(e),this.mine=this.mine.filter(t=>t.game.id!==e)}game(e){let{game:t,result:n}=e,r=n?n.winner?`${F(n.winner)} won`:`Drawn`:e.sides.length===0?`You watch`:e.your_turn?`Your decision`:`Waiting`,i=t.seats.filter(t=>!e.sides.includes(t.side)).map(e=>e.kind===`computer`?`computer (${e.level})`:e.name||`open seat`);return y`<li class="game ${e.your_turn&&!n?`urgent`:``}">
      <a href=${P(`game`,t.id)}>
        <strong>${t.title}</strong>
        <span class="state">${r}</span>
        <span class="dim">
          ${e.sides.map(F).join(` and `)}${i.length?` against ${i.join(`, `)}`:``}
        </span>
        <span class="dim right">${e.headline?`${e.headline} · `:``}${_t(e.last_moved)}</span>
      </a>
      ${n?y`<button class="btn quiet small" @click=${()=>this.forget(t.id)} aria-label="Take ${t.title} off the list">
            Remove
          </button>`:S}
    </li>`}card(e){let t=e.details.squads;return y`<li>
      <a class="scenario" href=${P(`scenario`,e.id)} data-scenario=${e.id}>
        <div class="picture"><img src=${e.thumbnail} alt="" loading="lazy" /></div>
        <div class="text">
          <h3><span class="id">${e.id}</span> ${e.title}</h3>
          <p class="dim">${e.place}, ${_n(e.date)}</p>
          <p class="sides">
            ${e.sides.map(e=>y`<span class="force">${B(e)}${F(e)}<b>${I(t[e]??0)}</b></span>`)}
          </p>
          <p class="facts">
            <span>${pt(e.turns,`turn`)}</span><span>${gn(e)}</span
            ><span>board ${e.boards.join(` and `)}</span>
          </p>
          <p class="victory">${e.victory}</p>
        </div>
      </a>
    </li>`}render(){if(this.failed)return y`<div class="page trouble">
        <h1>No connection</h1>
        <p role="alert">${this.failed}</p>
        <button class="btn primary" @click=${()=>this.load()}>Try again</button>
      </div>`;let e=this.lobby;return y`<div class="page">
        ${this.mine.length?y`<section aria-labelledby="mine">
              <h2 id="mine">Your games</h2>
              <ul class="games">
                ${this.mine.map(e=>this.game(e))}
              </ul>
            </section>`:this.welcome()}
        <section aria-labelledby="scenarios">
          <div class="row spread heading">
            <h2 id="scenarios">Scenarios</h2>
            <button class="btn small" @click=${()=>this.importDialog.open()}>Open a game from a file</button>
          </div>
          ${e?e.systems.map(t=>{let n=e.scenarios.filter(e=>e.system===t.id);return y`<h3 class="system">${t.name}</h3>
                  <ul class="scenarios">
                    ${n.map(e=>this.card(e))}
                  </ul>`}):y`<p class="dim">Laying out the cards…</p>`}
        </section>
        ${this.open.length?y`<section aria-labelledby="watch">
              <h2 id="watch">Games to watch</h2>
              <ul class="games">
                ${this.open.map(e=>y`<li class="game">
                      <a href=${P(`watch`,e.game.id,e.watch)}>
                        <strong>${e.game.title}</strong>
                        <span class="state">${e.headline}</span>
                        <span class="dim">${e.game.seats.map(e=>e.name||F(e.side)).join(` against `)}</span>
                        <span class="dim right">${_t(e.last_moved)}</span>
                      </a>
                    </li>`)}
              </ul>
            </section>`:S}
        ${e?y`<footer class="dim">Defilade ${e.version}. Unofficial; to learn the game, get the game.</footer>`:S}
      </div>
      ${e?y`<df-scenario
            .lobby=${e}
            .scenario=${this.scenario}
            @close=${()=>ft(`#/`)}
          ></df-scenario>`:S}
      <df-import></df-import>`}welcome(){return y`<section class="welcome">
      <div>
        <h1>Squad-level war, by the book</h1>
        <p>
          Every rule is kept for you, every number says where it comes from, and before you roll you see the exact odds.
          Never played? Eight short lessons show how it goes.
        </p>
      </div>
      <div class="row">
        <a class="btn primary" href=${P(`scenario`,`S1`)}>Play a first game</a>
        <a class="btn" href="#/learn">Learn the game</a>
      </div>
    </section>`}};H([D({attribute:!1})],G.prototype,`scenario`,void 0),H([O()],G.prototype,`lobby`,void 0),H([O()],G.prototype,`mine`,void 0),H([O()],G.prototype,`open`,void 0),H([O()],G.prototype,`failed`,void 0),H([k(`df-import`)],G.prototype,`importDialog`,void 0),G=H([E(`df-lobby`)],G);function hn(e,t){let n=e=>e.result?2:+!e.your_turn;return n(e)-n(t)||t.last_moved-e.last_moved}function gn(e){let t=Object.values(e.details.squads).reduce((e,t)=>e+t,0);return t?t<=20?`small`:t<=30?`middling`:`large`:``}function _n(e){let t=/^\d{4}-\d{2}-\d{2}$/.test(e)?new Date(`${e}T12:00:00Z`):null;return!t||Number.isNaN(t.valueOf())?e:t.toLocaleDateString(`en-GB`,{day:`numeric`,month:`long`,year:`numeric`,timeZone:`UTC`})}function vn(){return o`
    .page {
      width: min(1240px, 100%);
      margin: 0 auto;
      padding: 24px 20px 40px;
      display: grid;
      gap: 30px;
    }
    .trouble {
      justify-items: center;
      margin-top: 12vh;
      gap: 14px;
    }
    h1 {
      font-size: clamp(22px, 3.4vw, 32px);
      line-height: 1.15;
    }
    h2 {
      font-size: 19px;
    }
    .heading {
      margin-bottom: 4px;
    }
    .welcome {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      justify-content: space-between;
      gap: 18px 40px;
      padding: 12px 0 4px;
    }
    .welcome p {
      max-width: 62ch;
      margin-top: 8px;
      color: var(--dim);
      font-size: 16px;
    }
    .welcome .btn {
      min-height: 44px;
      padding: 0 20px;
    }
    .system {
      margin: 4px 0 12px;
      color: var(--dim);
      font-size: 14px;
      font-weight: 500;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
    }
    .scenarios {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(360px, 100%), 1fr));
      gap: 18px;
    }
    .scenario {
      display: flex;
      flex-direction: column;
      height: 100%;
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      overflow: hidden;
      background: var(--card);
      color: var(--ink);
      text-decoration: none;
      transition:
        border-color 0.15s,
        translate 0.15s;
    }
    .scenario:hover,
    .scenario:focus-visible {
      border-color: var(--accent);
      translate: 0 -2px;
    }
    :host-context([data-motion="none"]) .scenario:hover {
      translate: none;
    }
    .picture {
      height: 132px;
      background: #a9bc78;
      overflow: hidden;
    }
    .picture img {
      width: 100%;
      height: 100%;
      object-fit: cover;
      display: block;
    }
    .text {
      padding: 14px 16px 16px;
      display: grid;
      gap: 7px;
      align-content: start;
      flex: 1;
    }
    h3 {
      font-size: 17px;
      line-height: 1.25;
    }
    .id {
      color: var(--accent);
    }
    .sides {
      display: flex;
      flex-wrap: wrap;
      gap: 6px 18px;
    }
    .force {
      display: inline-flex;
      align-items: center;
      gap: 7px;
    }
    .facts {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      font-size: 13px;
    }
    .facts span {
      padding: 1px 9px;
      border-radius: 99px;
      background: var(--raised);
      color: var(--dim);
    }
    .facts span:empty {
      display: none;
    }
    .victory {
      color: var(--dim);
      font-size: 14px;
    }
    .games {
      display: grid;
      gap: 8px;
      margin-top: 10px;
    }
    .game {
      display: flex;
      align-items: center;
      gap: 8px;
      border: 1px solid var(--edge);
      border-left: 5px solid var(--edge);
      border-radius: 10px;
      background: var(--card);
      padding-right: 8px;
    }
    .game.urgent {
      border-left-color: var(--accent);
    }
    .game a {
      flex: 1;
      display: grid;
      grid-template-columns: minmax(130px, 1.2fr) minmax(100px, 0.8fr) 2fr auto;
      gap: 2px 18px;
      align-items: baseline;
      padding: 12px 14px;
      color: var(--ink);
      text-decoration: none;
    }
    .urgent .state {
      color: var(--accent);
      font-weight: 700;
    }
    .game .right {
      text-align: right;
    }
    footer {
      font-size: 13px;
    }
    @media (max-width: 700px) {
      .page {
        padding: 16px 12px 30px;
        gap: 22px;
      }
      .game a {
        grid-template-columns: 1fr auto;
      }
      .picture {
        height: 110px;
      }
    }
  `}var K=class extends T{constructor(...e){super(...e),this.game=``,this.invite=``,this.failed=``}static{this.styles=[A,o`
      form {
        width: min(440px, calc(100% - 24px));
        margin: 12vh auto;
        display: grid;
        gap: 16px;
      }
      .btn {
        min-height: 46px;
      }
    `]}async join(e){e.preventDefault();let t=this.input.value.trim();rt({name:t});try{let e=await z.join(this.game,{invite:this.invite,name:t});Ze({id:this.game,seats:e.seats,watch:e.watch,invites:[]}),location.replace(P(`game`,this.game))}catch(e){this.failed=e instanceof Error?e.message:String(e)}}render(){let e=j(this.game);return y`<form class="card" @submit=${this.join}>
      <h1>You are invited to a game</h1>
      <label class="field"
        ><span>Your name at the table</span>
        <input type="text" maxlength="40" autocomplete="nickname" .value=${N().name} />
      </label>
      ${this.failed?y`<p role="alert">${this.failed}</p>`:S}
      <button class="btn primary">Take the seat</button>
      ${e?.seats.length?y`<p class="dim">This browser already plays in this game. <a href=${P(`game`,this.game)}>Go on with it</a>.</p>`:S}
    </form>`}};H([D({attribute:!1})],K.prototype,`game`,void 0),H([D({attribute:!1})],K.prototype,`invite`,void 0),H([O()],K.prototype,`failed`,void 0),H([k(`input`)],K.prototype,`input`,void 0),K=H([E(`df-join`)],K);var yn={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},bn=e=>(...t)=>({_$litDirective$:e,values:t}),xn=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,t,n){this._$Ct=e,this._$AM=t,this._$Ci=n}_$AS(e,t){return this.update(e,t)}update(e,t){return this.render(...t)}},{I:Sn}=Re,Cn=e=>e,wn=()=>document.createComment(``),Tn=(e,t,n)=>{let r=e._$AA.parentNode,i=t===void 0?e._$AB:t._$AA;if(n===void 0)n=new Sn(r.insertBefore(wn(),i),r.insertBefore(wn(),i),e,e.options);else{let t=n._$AB.nextSibling,a=n._$AM,o=a!==e;if(o){let t;n._$AQ?.(e),n._$AM=e,n._$AP!==void 0&&(t=e._$AU)!==a._$AU&&n._$AP(t)}if(t!==i||o){let e=n._$AA;for(;e!==t;){let t=Cn(e).nextSibling;Cn(r).insertBefore(e,i),e=t}}}return n},q=(e,t,n=e)=>(e._$AI(t,n),e),En={},Dn=(e,t=En)=>e._$AH=t,On=e=>e._$AH,kn=e=>{e._$AR(),e._$AA.remove()},An=(e,t,n)=>{let r=new Map;for(let i=t;i<=n;i++)r.set(e[i],i);return r},jn=bn(class extends xn{constructor(e){if(super(e),e.type!==yn.CHILD)throw Error(`repeat() can only be used in text expressions`)}dt(e,t,n){let r;n===void 0?n=t:t!==void 0&&(r=t);let i=[],a=[],o=0;for(let t of e)i[o]=r?r(t,o):o,a[o]=n(t,o),o++;return{values:a,keys:i}}render(e,t,n){return this.dt(e,t,n).values}update(e,[t,n,r]){let i=On(e),{values:a,keys:o}=this.dt(t,n,r);if(!Array.isArray(i))return this.ut=o,a;let s=this.ut??=[],c=[],l,u,d=0,f=i.length-1,p=0,m=a.length-1;for(;d<=f&&p<=m;)if(i[d]===null)d++;else if(i[f]===null)f--;else if(s[d]===o[p])c[p]=q(i[d],a[p]),d++,p++;else if(s[f]===o[m])c[m]=q(i[f],a[m]),f--,m--;else if(s[d]===o[m])c[m]=q(i[d],a[m]),Tn(e,c[m+1],i[d]),d++,m--;else if(s[f]===o[p])c[p]=q(i[f],a[p]),Tn(e,i[d],i[f]),f--,p++;else if(l===void 0&&(l=An(o,p,m),u=An(s,d,f)),l.has(s[d])){if(l.has(s[f])){let t=u.get(o[p]),n=t===void 0?null:i[t];if(n===null){let t=Tn(e,i[d]);q(t,a[p]),c[p]=t}else c[p]=q(n,a[p]),Tn(e,i[d],n),i[t]=null;p++}else kn(i[f]),f--}else kn(i[d]),d++;for(;p<=m;){let t=Tn(e,c[m+1]);q(t,a[p]),c[p++]=t}for(;d<=f;){let e=i[d++];e!==null&&kn(e)}return this.ut=o,Dn(e,c),x}}),Mn=7,Nn=class{constructor(e,t){this.element=e,this.wanted=t,this.fingers=new Map,this.began=null,this.target=null,this.dragging=!1,this.off=new AbortController;let n={signal:this.off.signal};e.addEventListener(`pointerdown`,e=>this.down(e),n),e.addEventListener(`pointermove`,e=>this.move(e),n),e.addEventListener(`pointerup`,e=>this.up(e),n),e.addEventListener(`pointercancel`,e=>this.cancel(e),n),e.addEventListener(`pointerleave`,()=>this.wanted.leave(),n),e.addEventListener(`wheel`,e=>this.wheel(e),{...n,passive:!1})}get busy(){return this.fingers.size>0}release(){this.off.abort()}spot(e){let t=this.element.getBoundingClientRect();return{x:e.clientX-t.left,y:e.clientY-t.top}}under(e){let t=e.composedPath()[0];return t instanceof Element?t:null}down(e){e.button>1||(this.fingers.set(e.pointerId,this.spot(e)),this.fingers.size===1?(this.began=this.spot(e),this.target=this.under(e),this.dragging=e.button===1):this.began=null)}move(e){let t=this.fingers.get(e.pointerId),n=this.spot(e);t?(this.fingers.size===1?this.drag(e,t,n):this.pinch(e.pointerId,t,n),this.fingers.set(e.pointerId,n)):e.pointerType!==`touch`&&this.wanted.hover(n,this.under(e))}drag(e,t,n){!this.dragging&&this.began&&Math.hypot(n.x-this.began.x,n.y-this.began.y)>Mn&&(this.dragging=!0,this.element.setPointerCapture(e.pointerId),this.wanted.leave()),this.dragging&&this.wanted.pan(n.x-t.x,n.y-t.y)}pinch(e,t,n){let r=[...this.fingers].find(([t])=>t!==e)?.[1];if(!r)return;let i=Math.hypot(t.x-r.x,t.y-r.y),a=Math.hypot(n.x-r.x,n.y-r.y);this.dragging=!0,this.wanted.pan((n.x-t.x)/2,(n.y-t.y)/2),i>10&&this.wanted.zoom(a/i,{x:(n.x+r.x)/2,y:(n.y+r.y)/2})}up(e){this.fingers.delete(e.pointerId)&&!this.dragging&&this.began&&e.button===0&&this.wanted.tap(this.began,this.target),this.fingers.size||(this.dragging=!1),this.began=null}cancel(e){this.fingers.delete(e.pointerId),this.began=null,this.fingers.size||(this.dragging=!1)}wheel(e){e.preventDefault();let t=e.deltaMode===WheelEvent.DOM_DELTA_LINE?18:1;if(e.shiftKey){this.wanted.pan(-(e.deltaX||e.deltaY)*t,0);return}let n=Math.max(-160,Math.min(160,e.deltaY*t));this.wanted.zoom(Math.exp(-n*.0022),this.spot(e))}},Pn=class{constructor(e){this.map=e,this.byId=new Map,this.columns=[],this.side=e.hex_side;let t=new Map;for(let n of e.hexes){this.byId.set(n.id,n);let e=Math.round(n.x),r=t.get(e);r?r.push(n):t.set(e,[n])}for(let[e,n]of[...t].sort(([e],[t])=>e-t))this.columns.push({x:e,hexes:n.sort((e,t)=>e.y-t.y)})}at(e){let t=null,n=this.side*this.side;for(let r of this.columns)if(!(Math.abs(r.x-e.x)>this.side))for(let i of r.hexes){let r=(i.x-e.x)**2+(i.y-e.y)**2;r<n&&(n=r,t=i)}return t}label(e){return this.byId.get(e)?.label??e}beside(e,t){let n=this.byId.get(e);if(!n)return this.map.hexes[0]??null;let r=this.side*Math.sqrt(3);if(t===`up`||t===`down`)return this.at({x:n.x,y:n.y+(t===`up`?-r:r)});let i=n.x+(t===`left`?-1.5:1.5)*this.side;return this.at({x:i,y:n.y-r/2+1})??this.at({x:i,y:n.y+r/2-1})}named(e){let t=e.trim().toLowerCase();if(!t)return null;for(let e of this.map.hexes)if(e.label.toLowerCase()===t||e.id.toLowerCase()===t)return e;return null}};function Fn(e,t,n=0){let r=t-n,i=r*Math.sqrt(3)/2;return[[r,0],[r/2,i],[-r/2,i],[-r,0],[-r/2,-i],[r/2,-i]].map(([t,n])=>`${(e.x+t).toFixed(1)},${(e.y+n).toFixed(1)}`).join(` `)}var In=o`
  .hex-mark polygon {
    stroke-linejoin: round;
  }
  .hex-mark .edge {
    fill: none;
    stroke: #14170e;
    stroke-opacity: 0.55;
    stroke-width: 6;
  }
  .hex-mark .line {
    stroke-width: 3.2;
  }
  .go .line {
    fill: #fff6b0;
    fill-opacity: 0.3;
    stroke: #fff09a;
  }
  .special .line {
    fill: #cfe9ff;
    fill-opacity: 0.25;
    stroke: #dff1ff;
    stroke-dasharray: 3 5;
    stroke-linecap: round;
  }
  .reach .edge {
    stroke: none;
  }
  .reach .line {
    fill: #fff6b0;
    fill-opacity: 0.16;
    stroke: #fff6b0;
    stroke-opacity: 0.55;
    stroke-width: 1.4;
  }
  .reach.threatened .line {
    fill: #ff9a76;
    fill-opacity: 0.22;
    stroke: #ffb394;
  }
  .target .line {
    fill: #e5573f;
    fill-opacity: 0.2;
    stroke: #ff5a3c;
    stroke-dasharray: 11 7;
  }
  .sight {
    fill: none;
    stroke: #ff5a3c;
    stroke-width: 4;
    stroke-linecap: round;
  }
  .hint .line {
    fill: #7fd4ff;
    fill-opacity: 0.35;
    stroke: #9fe0ff;
    stroke-width: 5;
  }
  .about .line {
    fill: none;
    stroke: #ffb03b;
    stroke-dasharray: 2 7;
    stroke-linecap: round;
    stroke-width: 4;
  }
  .badge rect {
    fill: #14170e;
    fill-opacity: 0.88;
    stroke: #fff6b0;
    stroke-opacity: 0.5;
    stroke-width: 0.8;
  }
  .badge text {
    font: 800 13px var(--font);
    fill: #fff2a0;
    text-anchor: middle;
  }
  .badge.reach rect {
    fill-opacity: 0.55;
    stroke: none;
  }
  .badge.reach text {
    fill: #f5efcf;
    font-weight: 600;
  }
  .cursor-edge {
    fill: none;
    stroke: #000;
    stroke-width: 8;
    stroke-opacity: 0.6;
  }
  .cursor {
    fill: none;
    stroke: var(--focus);
    stroke-width: 4.5;
  }
  .screen:not(:focus-visible) .cursor-layer {
    opacity: 0;
  }
  .open-box {
    fill: #14170e;
    fill-opacity: 0.82;
    stroke: #fff6b0;
    stroke-opacity: 0.5;
  }
  .shot,
  .shot-edge,
  .thread,
  .thread-edge {
    fill: none;
    stroke-linecap: round;
    pointer-events: none;
  }
  .shot-edge,
  .thread-edge {
    stroke: #14170e;
    stroke-opacity: 0.6;
    stroke-width: 7;
  }
  .shot {
    stroke: #ff5a3c;
    stroke-width: 3.6;
    stroke-dasharray: 12 9;
    animation: fly 0.55s linear infinite;
  }
  .thread {
    stroke-width: 3.2;
  }
  .thread.clear {
    stroke: #ffe08a;
  }
  .thread.stopped {
    stroke: #ff7358;
    stroke-dasharray: 5 7;
  }
  .stop {
    stroke: #ff5a3c;
    stroke-width: 5;
    stroke-linecap: round;
    fill: none;
  }
  .highlights,
  .markers,
  .threads,
  .cursor-layer {
    pointer-events: none;
  }
  @keyframes fly {
    to {
      stroke-dashoffset: -21;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .shot {
      animation: none;
    }
  }
`,Ln=class extends Error{};function Rn(e){let t=new DOMParser().parseFromString(e,`image/svg+xml`).documentElement;if(t.localName!==`svg`)throw new Ln(`The map's picture could not be read.`);let n=new CSSStyleSheet,r=[];for(let e of t.querySelectorAll(`style`))r.push(e.textContent??``),e.remove();n.replaceSync(r.join(`
`));let i=[];for(let e of t.querySelectorAll(`[style]`)){let t=String(i.length);i.push([t,e.getAttribute(`style`)??``]),e.removeAttribute(`style`),e.setAttribute(`data-styled`,t)}t.querySelector(`title`)?.remove(),t.removeAttribute(`role`);let a=document.importNode(t,!0);for(let[e,t]of i){let n=a.querySelector(`[data-styled="${e}"]`);n&&(n.style.cssText=t)}return{svg:a,styles:n}}var zn=`
:host([map="pale"]) .dfl .meadow{fill:#dfe3c8}
:host([map="pale"]) .dfl .ground ellipse{display:none}
:host([map="pale"]) .dfl .canopy{fill:#8fae7c;stroke:#8fae7c}
:host([map="pale"]) .dfl .canopy-rim{stroke:#4f7040}
:host([map="pale"]) .dfl .crowns{opacity:.28}
:host([map="pale"]) .dfl .name{fill:#2c3120;stroke:none}
:host([map="pale"]) .dfl .fields{opacity:.62}
:host([map="contrast"]) .dfl .meadow{fill:#fff}
:host([map="contrast"]) .dfl .ground ellipse,:host([map="contrast"]) .dfl .tufts{display:none}
:host([map="contrast"]) .dfl .canopy{fill:#0a5c2c;stroke:#000}
:host([map="contrast"]) .dfl .canopy-rim{stroke:#000;stroke-width:4}
:host([map="contrast"]) .dfl .crowns{opacity:.35}
:host([map="contrast"]) .dfl .lines{stroke:#000;stroke-opacity:.9;stroke-width:1.4}
:host([map="contrast"]) .dfl .eaves{stroke:#000;stroke-width:4}
:host([map="contrast"]) .dfl .name{fill:#000;stroke:#fff;stroke-opacity:1;font-size:11px;font-weight:800}
:host([no-grid]) .dfl .grid{display:none}
:host([no-names]) .dfl .names{display:none}
:host([no-centres]) .dfl .centres{display:none}
`,Bn;function Vn(){return Bn||(Bn=new CSSStyleSheet,Bn.replaceSync(zn)),Bn}var Hn=o`
  .marker text {
    font: 800 13px var(--font);
    text-anchor: middle;
    fill: #2b2b28;
  }
  .puff {
    fill: #f4f4f1;
    opacity: 0.9;
    stroke: #8b8c86;
    stroke-width: 0.8;
  }
  .chit {
    fill: #f4d64e;
    stroke: #14170e;
    stroke-width: 1.1;
  }
  .residual .chit {
    fill: #e5573f;
  }
  .marker.residual text {
    fill: #fff;
    font-size: 12px;
  }
  .melee .chit {
    fill: #a3231b;
  }
  .marker.melee text,
  .marker.fortified text,
  .marker.dc text {
    font-size: 9.5px;
    fill: #fff;
  }
  .fortified .chit,
  .dc .chit {
    fill: #3d4150;
  }
  .control .pole {
    stroke: #14170e;
    stroke-width: 2;
    stroke-linecap: round;
  }
  .control .flag {
    stroke: #14170e;
    stroke-width: 1;
    fill: var(--face);
  }
  .marker.control text {
    font-size: 8px;
    fill: var(--mark);
  }
`,Un=new Set([`german`,`american`,`russian`]);function Wn(e,t,n,r){let i=`translate(${t.x} ${t.y})`,a=Un.has(e.side)?e.side:`other`;switch(e.kind){case`smoke`:return b`<g class="marker smoke" transform=${i}><g transform="translate(0 ${-n*.1})">
        <path class="puff" d="M-30 14q-10-2-9-12 0-9 9-10 1-13 15-14 7-9 18-3 13-3 17 8 13 1 13 13 0 10-10 12-4 10-15 8-10 7-19 0-14 6-19-2z"/>
        <text y=${-n*.2}>${e.text}</text></g></g>`;case`residual`:return b`<g class="marker residual" transform="translate(${t.x+n*.62} ${t.y-n*.34})">
        <path class="chit" d="M-12-8h24v16h-24z"/><text y="4.4">${e.text}</text></g>`;case`control`:return b`<g class="marker control nation-${a}" transform="translate(${t.x-n*.66} ${t.y+n*.42})">
        <path class="pole" d="M0 4V-15"/><path class="flag" d="M0-15q7-4 14 0v9q-7-3-14 0z"/>
        <text x="7" y="-7.6">${e.side.charAt(0).toUpperCase()}</text></g>`;default:{let i=12+e.text.length*6.4,a=t.y-n*.62+r*14;return b`<g class="marker ${e.kind}" transform="translate(${t.x} ${a})">
        <rect class="chit" x=${-i/2} y="-8" width=${i} height="15" rx="3"/>
        <text y="3.2">${e.text}</text></g>`}}}function Gn(e){return e.kind===`smoke`||e.kind===`control`}var Kn={duration:380,easing:`cubic-bezier(.3,.05,.25,1)`,composite:`add`};function qn(e,t,n){(e.firstElementChild??e).animate([{transform:`translate(${t}px, ${n}px)`},{transform:`translate(0, 0)`}],Kn)}var Jn=.92;function Yn(e,t){return{x:t.x*e.scale+e.x,y:t.y*e.scale+e.y}}function Xn(e,t){return{x:(t.x-e.x)/e.scale,y:(t.y-e.y)/e.scale}}function Zn(e,t){return Math.min(t.width/e.width,t.height/e.height)}function Qn(e,t,n){let r=Math.min(3,Math.max(e.scale,Zn(t,n)*Jn));return{scale:r,x:$n(e.x,t.left*r,t.width*r,n.width),y:$n(e.y,t.top*r,t.height*r,n.height)}}function $n(e,t,n,r){let i=Math.min(96,r*.15);if(n+2*i<=r)return(r-n)/2-t;let a=i-t,o=r-i-n-t;return Math.min(a,Math.max(o,e))}function er(e,t){return tr(e,t,Zn(e,t)*.98,{x:e.left+e.width/2,y:e.top+e.height/2})}function tr(e,t,n,r){return Qn({scale:n,x:t.width/2-r.x*n,y:t.height/2-r.y*n},e,t)}function nr(e,t,n){let r=Zn(e,t),i=Math.max(t.width/e.width,t.height/e.height);return tr(e,t,Math.min(1.05,Math.max(r,i,.55)),n)}function rr(e,t,n,r,i){let a=Math.min(3,Math.max(e.scale*r,Zn(t,n)*Jn)),o=Xn(e,i);return Qn({scale:a,x:i.x-o.x*a,y:i.y-o.y*a},t,n)}function ir(e,t,n,r,i){return Qn({...e,x:e.x+r,y:e.y+i},t,n)}function ar(e,t,n,r,i=90){if(!r.length)return null;let a=r.map(t=>Yn(e,t)),o=Math.min(i,n.width/4,n.height/4),s=or(a.map(e=>e.x),o,n.width-o),c=or(a.map(e=>e.y),o,n.height-o);if(!s&&!c)return null;let l=ir(e,t,n,s,c);return l.x===e.x&&l.y===e.y?null:l}function or(e,t,n){let r=Math.min(...e),i=Math.max(...e);return i-r>n-t?(t+n)/2-(r+i)/2:r<t?t-r:i>n?n-i:0}function sr(e,t,n){let r=n*n*(3-2*n);return{scale:e.scale+(t.scale-e.scale)*r,x:e.x+(t.x-e.x)*r,y:e.y+(t.y-e.y)*r}}var cr={hexes:new Map,can:new Set,chosen:new Set,about:new Set},lr=260,J=class extends T{constructor(...e){super(...e),this.marks=cr,this.thread=null,this.shots=[],this.opened=``,this.cursor=``,this.peek=!1,this.picture=null,this.failed=``,this.view=null,this.size={width:0,height:0},this.resized=new ResizeObserver(()=>this.measure()),this.travel=0,this.hovered={hex:``,counter:``},this.wasAt=new Map}static{this.styles=[A,Ht,Hn,In,ur()]}connectedCallback(){super.connectedCallback(),this.leave=it(()=>this.takePreferences()),this.takePreferences()}disconnectedCallback(){super.disconnectedCallback(),this.leave?.(),this.resized.disconnect(),this.gestures?.release(),cancelAnimationFrame(this.travel)}takePreferences(){let e=N();this.setAttribute(`map`,e.map),this.toggleAttribute(`no-grid`,!e.grid),this.toggleAttribute(`no-names`,!e.names),this.toggleAttribute(`no-centres`,!e.centres)}willUpdate(e){e.has(`map`)&&(this.index=new Pn(this.map),this.view=null,this.loadPicture(this.map))}firstUpdated(){this.resized.observe(this.screen),this.gestures=new Nn(this.screen,{pan:(e,t)=>this.look(this.view&&ir(this.view,this.map.box,this.size,e,t)),zoom:(e,t)=>this.zoom(e,t),tap:(e,t)=>this.tap(e,t),hover:(e,t)=>this.hover(e,t),leave:()=>this.hover(null,null)}),this.measure()}updated(e){this.picture&&this.mapHolder.firstElementChild!==this.picture.svg&&this.mapHolder.replaceChildren(this.picture.svg),e.has(`scene`)&&this.slideCounters(),e.has(`cursor`)&&this.cursor&&this.show([this.cursor])}async loadPicture(e){try{let t=Rn(await z.picture(e.svg));if(e!==this.map)return;let n=this.renderRoot;n.adoptedStyleSheets=[...n.adoptedStyleSheets.filter(e=>e!==this.picture?.styles&&e!==Vn()),t.styles,Vn()],this.picture=t}catch(e){this.failed=e instanceof Error?e.message:String(e)}}measure(){let{width:e,height:t}=this.screen.getBoundingClientRect();if(!e||!t)return;let n=this.size;if(this.size={width:e,height:t},!this.view)this.look(nr(this.map.box,this.size,this.middleOfThings()));else{let r=(e-n.width)/2,i=(t-n.height)/2;this.look(ir(this.view,this.map.box,this.size,r,i))}}middleOfThings(){let e=this.scene.stacks.map(e=>this.index.byId.get(e.hex)).filter(e=>!!e),{box:t}=this.map;return e.length?{x:e.reduce((e,t)=>e+t.x,0)/e.length,y:e.reduce((e,t)=>e+t.y,0)/e.length}:{x:t.left+t.width/2,y:t.top+t.height/2}}look(e){if(!e)return;this.view=e;let{style:t}=this.stage;t.transform=`translate(${e.x}px, ${e.y}px) scale(${e.scale})`,t.setProperty(`--scale`,String(e.scale)),this.stage.classList.add(`moves`),clearTimeout(this.settle),this.settle=setTimeout(()=>this.stage.classList.remove(`moves`),160),this.dispatchEvent(new CustomEvent(`looks`,{detail:{view:e,size:this.size}}))}glide(e){cancelAnimationFrame(this.travel);let t=this.view;if(!t||at()){this.look(e);return}let n=performance.now(),r=i=>{let a=Math.min(1,(i-n)/280);this.look(sr(t,e,a)),a<1&&(this.travel=requestAnimationFrame(r))};this.travel=requestAnimationFrame(r)}zoom(e,t){cancelAnimationFrame(this.travel);let n={x:this.size.width/2,y:this.size.height/2};this.look(this.view&&rr(this.view,this.map.box,this.size,e,t??n))}closer(){this.zoom(1.3)}farther(){this.zoom(1/1.3)}fit(){this.glide(er(this.map.box,this.size))}centre(e){this.view&&this.look(tr(this.map.box,this.size,this.view.scale,e))}show(e){if(!this.view||this.gestures?.busy)return;let t=e.map(e=>this.index.byId.get(e)).filter(e=>!!e),n=ar(this.view,this.map.box,this.size,t);n&&this.glide(n)}onPage(e){let t=this.index.byId.get(e);if(!t||!this.view)return null;let n=this.screen.getBoundingClientRect(),r=Yn(this.view,t);return{x:n.left+r.x,y:n.top+r.y}}pointedAt(e,t){let n=t?.closest(`[data-counter]`);if(n)return{hex:n.dataset.hex??``,counter:n.dataset.counter??``};let r=t?.closest(`[data-open]`);return r?{hex:r.dataset.open??``,counter:``}:{hex:(this.view&&this.index.at(Xn(this.view,e)))?.id??``,counter:``}}tap(e,t){let n=this.pointedAt(e,t);n.hex&&this.dispatchEvent(new CustomEvent(`point`,{detail:n}))}hover(e,t){let n=e?this.pointedAt(e,t):{hex:``,counter:``};(n.hex!==this.hovered.hex||n.counter!==this.hovered.counter)&&(this.hovered=n,clearTimeout(this.opening),this.opening=setTimeout(()=>this.openOnHover(n),lr),this.dispatchEvent(new CustomEvent(`hover`,{detail:n})))}openOnHover(e){if(e.hex===this.opened)return;let t=this.stackIn(e.hex),n=e.counter!==``&&!!t&&t.counters.flatMap(e=>[e,...e.weapons]).length>1;this.opened=n?e.hex:``}stackIn(e){return this.scene.stacks.find(t=>t.hex===e)}onKey(e){let t={ArrowUp:`up`,ArrowDown:`down`,ArrowLeft:`left`,ArrowRight:`right`}[e.key];t&&!e.ctrlKey&&!e.metaKey&&!e.altKey?(e.preventDefault(),this.moveCursor(t)):(e.key===`Enter`||e.key===` `)&&this.cursor&&(e.preventDefault(),e.stopPropagation(),this.dispatchEvent(new CustomEvent(`point`,{detail:{hex:this.cursor,counter:``}})))}moveCursor(e){let t=this.cursor?this.index.beside(this.cursor,e):this.firstCursor();t&&(this.cursor=t.id,this.dispatchEvent(new CustomEvent(`hover`,{detail:{hex:t.id,counter:``}})))}firstCursor(){let e=this.marks.hexes.keys().next().value??this.scene.stacks[0]?.hex;return e&&this.index.byId.get(e)||this.map.hexes[0]}placed(){let e=[],t=[];for(let n of this.scene.stacks){let r=this.index.byId.get(n.hex);r&&(n.hex===this.opened?t=jt(n,r,!0):e.push(...jt(n,r,!1)))}return[...e,...t]}slideCounters(){let e=new Map,t=[];for(let{counter:n,x:r,y:i,hex:a}of this.placed()){e.set(n.id,{x:r,y:i,hex:a});let o=this.wasAt.get(n.id);o&&o.hex!==a&&t.push([n.id,o.x-r,o.y-i])}if(this.wasAt=e,!at())for(let[e,n,r]of t){let t=this.renderRoot.querySelector(`[data-counter="${CSS.escape(e)}"]`);t&&qn(t,n,r)}}counter(e){let{counter:t,x:n,y:r,scale:i}=e,a=this.marks,o=(a.can.has(t.id)?` can`:``)+(a.chosen.has(t.id)?` chosen`:``)+(a.about.has(t.id)?` about`:``);return b`<g transform="translate(${n.toFixed(1)} ${r.toFixed(1)}) scale(${i})" data-counter=${t.id} data-hex=${e.hex}>
      <g class=${$t(t)+o}>
        ${Qt(t)}
        <rect class="ring-mark" x="-1.5" y="-1.5" width=${57} height=${57} rx="5.5"/>
        ${e.open?b`${tn(t.states)}${nn(e.carries)}${e.pile?rn(e.pile):S}`:S}
      </g></g>`}hexMark([e,t]){let n=this.index.byId.get(e);if(!n)return S;let r=this.map.hex_side,i=t.badge??``,a=12+i.length*7.4;return b`<g class="hex-mark ${t.tone}${t.threatened?` threatened`:``}">
      <polygon class="edge" points=${Fn(n,r,3)}/><polygon class="line" points=${Fn(n,r,3)}/>
      ${t.tone===`target`?b`<path class="sight" d="M${n.x-r*.78} ${n.y}h14M${n.x+r*.78} ${n.y}h-14M${n.x} ${n.y-r*.8}v12M${n.x} ${n.y+r*.8}v-12"/>`:S}</g>
      ${i?b`<g class="badge ${t.tone}" transform="translate(${n.x+r*.36} ${n.y+r*.66})">
            <rect x=${-a/2} y="-9" width=${a} height="18" rx="5"/><text y="4.6">${i}</text></g>`:S}`}threads(){let e=this.thread,t=e&&this.index.byId.get(e.from_hex),n=e&&this.index.byId.get(e.to_hex);return b`
      ${this.shots.map(e=>{let t=this.index.byId.get(e.from),n=this.index.byId.get(e.to);if(!t||!n)return S;let r=`M${t.x} ${t.y}L${n.x} ${n.y}`;return b`<path class="shot-edge" d=${r}/><path class="shot" d=${r}/>`})}
      ${t&&n&&e?this.losThread(e,t,n):S}`}losThread(e,t,n){let[r,i]=e.stopped_at??[n.x,n.y],a=e.crosses.filter(e=>e.effect!==`none`);return b`<path class="thread-edge" d="M${t.x} ${t.y}L${n.x} ${n.y}"/>
      <path class="thread clear" d="M${t.x} ${t.y}L${r} ${i}"/>
      ${e.clear?S:b`<path class="thread stopped" d="M${r} ${i}L${n.x} ${n.y}"/>
            <path class="stop" d="M${r-8} ${i-8}l16 16m0-16l-16 16"/>`}
      ${a.map(e=>{let t=this.index.byId.get(e.hex);return!t||e.effect!==`hindrance`?S:b`<g class="badge go" transform="translate(${t.x} ${t.y-26})"><rect x="-17" y="-9" width="34" height="18" rx="5"/><text y="4.6">+${e.drm}</text></g>`})}`}cursorMark(){let e=this.index.byId.get(this.cursor);return e?b`<polygon class="cursor-edge" points=${Fn(e,this.map.hex_side,1)}/><polygon class="cursor" points=${Fn(e,this.map.hex_side,1)}/>`:S}openBox(e){let t=this.opened?e.filter(e=>e.hex===this.opened):[];if(!t.length)return S;let n=Pt(t);return b`<rect class="open-box" data-open=${this.opened} x=${n.x} y=${n.y} width=${n.width} height=${n.height} rx="9"/>`}render(){let{box:e,hex_side:t}=this.map,n=this.placed(),r=n.filter(e=>e.hex!==this.opened),i=n.filter(e=>e.hex===this.opened),a=this.scene.markers.map((e,t,n)=>({view:e,n:n.slice(0,t).filter(t=>t.hex===e.hex&&!Gn(t)).length})),o=({view:e,n})=>{let r=this.index.byId.get(e.hex);return r?Wn(e,r,t,n):S},s=this.index.byId.get(this.cursor),c=s?`${s.label}, ${s.terrain}${s.tem?`, ${s.tem}`:``}: ${Ft(this.stackIn(s.id))}`:``;return y`
      <div
        class="screen"
        tabindex="0"
        role="application"
        aria-label="Map. Arrow keys go from hex to hex, Enter acts there."
        aria-describedby="cursor-words"
        @keydown=${this.onKey}
      >
        <div class="stage">
          <div class="map"></div>
          <svg
            class="table"
            viewBox="${e.left} ${e.top} ${e.width} ${e.height}"
            width=${e.width}
            height=${e.height}
            aria-hidden="true"
          >
            <defs>${Vt}</defs>
            <g class="highlights">${[...this.marks.hexes].map(e=>this.hexMark(e))}</g>
            <g class="markers">${a.filter(({view:e})=>Gn(e)).map(o)}</g>
            <g class="counters">
              ${jn(r,e=>e.counter.id,e=>this.counter(e))}
            </g>
            <g class="markers">${a.filter(({view:e})=>!Gn(e)).map(o)}</g>
            <g class="threads">${this.threads()}</g>
            <g class="cursor-layer">${this.cursorMark()}</g>
            <g class="open">
              ${this.openBox(i)}${jn(i,e=>e.counter.id,e=>this.counter(e))}
            </g>
          </svg>
        </div>
        ${this.picture||this.failed?S:y`<p class="waiting">The map is being unrolled…</p>`}
        ${this.failed?y`<p class="waiting" role="alert">${this.failed}</p>`:S}
      </div>
      <p class="sr" id="cursor-words" aria-live="polite">${c}</p>
    `}};H([D({attribute:!1})],J.prototype,`map`,void 0),H([D({attribute:!1})],J.prototype,`scene`,void 0),H([D({attribute:!1})],J.prototype,`marks`,void 0),H([D({attribute:!1})],J.prototype,`thread`,void 0),H([D({attribute:!1})],J.prototype,`shots`,void 0),H([D({attribute:!1})],J.prototype,`opened`,void 0),H([D({attribute:!1})],J.prototype,`cursor`,void 0),H([D({type:Boolean,reflect:!0})],J.prototype,`peek`,void 0),H([O()],J.prototype,`picture`,void 0),H([O()],J.prototype,`failed`,void 0),H([k(`.screen`)],J.prototype,`screen`,void 0),H([k(`.stage`)],J.prototype,`stage`,void 0),H([k(`.map`)],J.prototype,`mapHolder`,void 0),J=H([E(`df-board`)],J);function ur(){return o`
    :host {
      display: block;
      position: relative;
      overflow: hidden;
      background: var(--felt);
    }
    .screen {
      position: absolute;
      inset: 0;
      overflow: hidden;
      cursor: grab;
      touch-action: none;
      user-select: none;
      -webkit-user-select: none;
    }
    .screen:active {
      cursor: grabbing;
    }
    .screen:focus-visible {
      outline-offset: -4px;
    }
    .stage {
      position: absolute;
      left: 0;
      top: 0;
      transform-origin: 0 0;
    }
    .stage.moves {
      will-change: transform;
    }
    .map,
    .table {
      position: absolute;
      left: 0;
      top: 0;
      overflow: visible;
      display: block;
    }
    .map svg {
      display: block;
      border-radius: 3px;
      box-shadow: 0 6px 40px rgb(0 0 0 / 0.5);
    }
    .waiting {
      position: absolute;
      inset: 0;
      display: grid;
      place-items: center;
      color: var(--dim);
    }
    :host([peek]) .counters,
    :host([peek]) .open {
      opacity: 0.16;
    }
  `}var dr={hexes:new Map,counters:new Map,choosable:new Set,buttons:[]};function fr(e,t,n){if(!e?.yours)return dr;let r=e.options.filter(e=>e.at&&t(e.at)),i=e.options.filter(e=>!r.includes(e)),a=r.filter(e=>mr(e,r)),o=r.filter(e=>!a.includes(e)),s=a.filter(e=>hr(e,n)),c=i.filter(e=>e.who.length>0);return{hexes:pr([...o,...s],e=>[e.at]),counters:pr(c,e=>_r(e,c)),choosable:gr(a,n),buttons:i.filter(e=>e.who.length===0)}}function pr(e,t){let n=new Map;for(let r of e)for(let e of t(r)){let t=n.get(e);t?t.push(r):n.set(e,[r])}return n}function mr(e,t){let n=t.filter(t=>t.verb===e.verb),r=new Set(n.map(e=>e.who.join(`+`)));return r.size<2?!1:!(r.size<=3&&t.some(t=>t.verb!==e.verb))}function hr(e,t){return e.who.length===t.size&&e.who.every(e=>t.has(e))}function gr(e,t){let n=new Set;for(let r of e){if([...t].every(e=>r.who.includes(e)))for(let e of r.who)n.add(e);if(r.who.length===1)for(let e of r.who)n.add(e)}return n}function _r(e,t){let n=t.filter(t=>t.verb===e.verb);if(n.length<2)return e.who;let r=e.who.filter(e=>!n.every(t=>t.who.includes(e)));return r.length?r:e.who}function vr(e,t,n){if(t.has(e))return new Set([...t].filter(t=>t!==e));let r=new Set([...t,e]);return n.some(e=>e.at&&[...r].every(t=>e.who.includes(t)))?r:new Set([e])}function yr(e,t,n){let r=e.options.find(e=>e.at!==``&&e.verb!==`smoke`);if(!r)return``;let i=n.size?[...n]:r.who;return Sr(r.verb,i,t,xr(e,r))}function br(e,t){let n=e.options.find(e=>e.who.length>0);return n?Sr(n.verb,[t],n.who.length===1?n.at:``,n.how):``}function xr(e,t){return new Set(e.options.filter(e=>e.verb===t.verb).map(e=>e.how)).size===1?t.how:``}function Sr(e,t,n,r){let i=[e,t.join(`+`)||`-`,n||`-`,r||`-`];for(;i.length>1&&i.at(-1)===`-`;)i.pop();return i.join(` `)}var Cr=4401,wr=4403,Tr=4404,Er=class extends Error{constructor(e){super(e.reason),this.refused=e}},Dr=class extends Error{constructor(){super(`The server did not answer in time.`)}},Or={[Cr]:`This seat is not known here any more.`,[wr]:`The server does not accept this page.`,[Tr]:`There is no such game.`},kr=400,Ar=1e4,jr=15e3,Mr=class{constructor(e,t,n){this.game=e,this.tokens=t,this.listener=n,this.socket=null,this.wait=kr,this.asked=0,this.closed=!1,this.waiting=new Map,this.since=0}open(){this.closed=!1,this.listener.state(`connecting`,``);let e=location.protocol===`https:`?`wss`:`ws`,t=new WebSocket(`${e}://${location.host}/api/games/${encodeURIComponent(this.game)}/socket`);this.socket=t,t.onopen=()=>this.greet(t),t.onmessage=e=>this.receive(JSON.parse(e.data)),t.onclose=e=>this.lost(t,e.code)}close(){this.closed=!0,clearTimeout(this.retry),this.socket?.close(1e3),this.socket=null,this.failAll()}hurry(){this.closed||this.socket||(clearTimeout(this.retry),this.open())}get isOpen(){return this.socket?.readyState===WebSocket.OPEN}ask(e){let t=`q${++this.asked}`;return new Promise((n,r)=>{if(!this.isOpen)return r(new Dr);let i=setTimeout(()=>{this.waiting.delete(t),r(new Dr)},jr);this.waiting.set(t,{resolve:n,reject:r,timer:i}),this.socket?.send(JSON.stringify({...e,id:t}))})}greet(e){let[t=``,...n]=this.tokens,r={type:`hello`,token:t,others:n,since:this.since};e.send(JSON.stringify(r))}receive(e){e.type===`table`&&(this.wait=kr,this.listener.state(`open`,``)),(e.type===`table`||e.type===`update`)&&(this.since=e.step);let t=`id`in e?e.id:``,n=t?this.waiting.get(t):void 0;n?(clearTimeout(n.timer),this.waiting.delete(t),e.type===`refused`?n.reject(new Er(e)):n.resolve(e)):this.listener.message(e)}lost(e,t){if(e!==this.socket||this.closed)return;this.socket=null,this.failAll();let n=Or[t];n?(this.closed=!0,this.listener.state(`closed`,n)):(this.listener.state(`lost`,`The line to the server is lost. Trying again…`),this.retry=setTimeout(()=>this.open(),this.wait*(.7+Math.random()*.6)),this.wait=Math.min(this.wait*1.8,Ar))}failAll(){for(let e of this.waiting.values())clearTimeout(e.timer),e.reject(new Dr);this.waiting.clear()}},Nr=420,Pr=1150,Fr=750,Ir=3600,Lr=new Set([`phase`,`turn_record`,`set_up`,`control`]);function Rr(e,t,n){if(t===`instant`||!e.length)return 0;let r=0;for(let t of e)t.dice.length?r+=Pr:Lr.has(t.kind)?r+=0:t.kind===`player_turn`?r+=Fr:n||(r+=Nr);return Math.min(Ir,t===`brisk`?r*.45:r)}var zr=class extends EventTarget{constructor(e,t){super(),this.line=`connecting`,this.lineWords=``,this.game=null,this.side=``,this.holds=[],this.step=0,this.moment=0,this.scene=null,this.prompt=null,this.events=[],this.latest=[],this.chat=[],this.unread=0,this.offers=[],this.clocks=[],this.clocksAt=0,this.orders=null,this.seats=[],this.watching=0,this.result=null,this.seed=``,this.notice=null,this.rematch=null,this.busy=!1,this.queue=[],this.shown=null,this.previews=new Map,this.socket=new Mr(e,t,{message:e=>this.take(e),state:(e,t)=>this.change({line:e,lineWords:t})}),this.socket.open()}close(){clearTimeout(this.timer),this.socket.close()}hurry(){this.socket.hurry()}get board(){return this.scene?.kind===`board`?this.scene:null}get spectating(){return this.holds.length===0}get showing(){return this.timer!==void 0}get behind(){return this.queue.length}change(e){Object.assign(this,e),this.dispatchEvent(new Event(`change`))}take(e){switch(e.type){case`table`:return this.sit(e);case`update`:this.queue.push(e),this.showing?this.change({}):this.next();return;case`seats`:return this.change({seats:e.seats,watching:e.watching});case`chat`:return this.hear(e.line);case`offers`:return e.said&&this.say({text:e.said,rule:``,tone:`news`}),this.change({offers:e.offers});case`orders`:return this.change({orders:e.orders});case`rematch`:return this.change({rematch:{game:e.game,sides:e.sides}});case`refused`:return this.say({text:e.reason,rule:e.rule,tone:`refused`});default:return}}hear(e){this.chat.some(t=>t.n===e.n)||this.change({chat:[...this.chat,e],unread:this.unread+1})}sit(e){clearTimeout(this.timer),this.timer=void 0,this.queue=[],this.previews.clear();let t=this.events.filter(t=>t.moment<=e.events_after);this.change({game:e.game,seats:e.game.seats,side:e.side,holds:e.holds,step:e.step,moment:e.moment,scene:e.scene,prompt:e.prompt,events:[...t,...e.events],latest:[],chat:e.chat,offers:e.offers,clocks:e.clocks,clocksAt:performance.now(),orders:e.orders,result:e.result,seed:e.seed,busy:!1})}next(){let e=this.queue.shift();if(!e)return;this.shown=e;let t=this.holds.includes(this.prompt?.side??``)&&this.prompt?.yours===!0,n=this.isStill()?0:Rr(e.events,N().pace,t&&this.queue.length===0);this.previews.clear(),this.change({step:e.step,moment:e.moment,side:e.side,scene:e.scene,events:[...this.events,...e.events],latest:e.events,offers:e.offers,clocks:e.clocks,clocksAt:performance.now(),result:n?this.result:e.result,seed:e.seed,prompt:n?null:e.prompt}),n?this.timer=setTimeout(()=>this.rest(e),n):this.queue.length?this.next():this.timer=void 0}rest(e){this.timer=void 0,this.queue.length?this.next():this.change({prompt:e.prompt,result:e.result,step:e.step})}isStill(){return document.hidden||N().pace===`instant`}skip(){if(!this.showing&&!this.queue.length)return;clearTimeout(this.timer),this.timer=void 0;let e=this.queue;this.queue=[];let t=e.at(-1);t?this.change({step:t.step,moment:t.moment,side:t.side,scene:t.scene,events:[...this.events,...e.flatMap(e=>e.events)],latest:t.events,offers:t.offers,clocks:t.clocks,clocksAt:performance.now(),prompt:t.prompt,result:t.result,seed:t.seed}):this.shown&&this.change({prompt:this.shown.prompt,result:this.shown.result})}async act(e){await this.send({type:`act`,step:this.step,action:e})}async undo(e=1){await this.send({type:`undo`,step:this.step,steps:e})}async resign(){await this.send({type:`resign`,step:this.step})}async offerDraw(){await this.send({type:`draw`,step:this.step})}async answer(e,t){await this.send({type:`answer`,step:this.step,kind:e,agree:t})}async talk(e){await this.send({type:`chat`,text:e})}async giveOrders(e){await this.send({type:`orders`,orders:e}),this.change({orders:e})}async askRematch(){await this.send({type:`rematch`})}async send(e){this.change({busy:!0,notice:null});try{await this.socket.ask(e)}catch(e){this.complain(e)}finally{this.change({busy:!1})}}complain(e){if(e instanceof Er)this.say({text:e.refused.reason,rule:e.refused.rule,tone:`refused`});else if(e instanceof Dr)this.say({text:e.message,rule:``,tone:`refused`});else throw e}say(e){this.change({notice:e})}readChat(){this.unread&&this.change({unread:0})}preview(e){let t=this.previews.get(e);return t||(t=this.socket.ask({type:`preview`,step:this.step,action:e}),this.previews.set(e,t),t.catch(()=>this.previews.delete(e))),t}async why(e){return this.answerOrNull(this.socket.ask({type:`why`,step:this.step,action:e}))}async hint(){return this.answerOrNull(this.socket.ask({type:`hint`,step:this.step}))}async reach(e){return(await this.quietly(this.socket.ask({type:`reach`,step:this.step,unit:e})))?.reach??null}async los(e,t){return(await this.answerOrNull(this.socket.ask({type:`los`,from_hex:e,to_hex:t})))?.los??null}async answerOrNull(e){try{return await e}catch(e){return this.complain(e),null}}async quietly(e){try{return await e}catch(e){if(e instanceof Er||e instanceof Dr)return null;throw e}}},Br=bn(class extends xn{constructor(e){if(super(e),this.before={},e.type!==yn.ELEMENT)throw Error(`look() belongs into an element's tag`)}render(e){}update(e,[t]){let{style:n}=e.element;for(let e of Object.keys(this.before))e in t||n.removeProperty(e);for(let[e,r]of Object.entries(t))this.before[e]!==r&&n.setProperty(e,r);this.before=t}}),Vr=[{match:/KIA/i,tone:1,words:`somebody is eliminated`},{match:/^K|\bK\b|K\//,tone:1,words:`casualties`},{match:/elim|kill/i,tone:1,words:`eliminated`},{match:/reduc/i,tone:1,words:`casualty reduction`},{match:/^(\d|N)MC$/,tone:2,words:`morale check`},{match:/broken|breaks/i,tone:2,words:`breaks`},{match:/PTC|pin/i,tone:3,words:`pin check`},{match:/malf/i,tone:3,words:`malfunctions`}];function Hr(e){return Object.entries(e).filter(([,e])=>e>0).map(([e,t])=>{let n=Vr.find(t=>t.match.test(e)),r=/^(\d)MC$/.exec(e)?.[1],i=n?r?`${n.words} at +${r}`:n.words:Wr(e);return{name:Ur(e),chance:t,tone:n?.tone??4,words:i}}).sort((e,t)=>e.tone-t.tone)}function Ur(e){return e===`-`||e===``?`none`:e}function Wr(e){return e===`-`||e===``||e===`none`?`no effect`:e}function Y(e,t){return e?y`<button class="rule" type="button" title="What does ${e} say?" @click=${n=>{n.stopPropagation(),Tt(t,e)}}>${e}</button>`:S}function Gr(e){return e.sign===`x`?`×${e.value===.5?`½`:I(e.value)}`:e.sign===`=`||e.sign===`fp`&&e.value>=0?I(e.value):mt(e.value)}function Kr(e,t){return y`<tr>
    <th scope="row">${e.label}</th>
    <td class="value">${Gr(e)}</td>
    <td class="cite">${Y(e.rule,t)}</td>
  </tr>`}function qr(e,t){let n=e.lines.filter(e=>e.sign!==`+`),r=e.lines.filter(e=>e.sign===`+`),i=r.reduce((e,t)=>e+t.value,0);return y`<table class="breakdown">
    <caption class="sr">${e.title}</caption>
    <tbody>
      ${n.map(e=>Kr(e,t))}
      ${n.length?y`<tr class="sum">
            <th scope="row">${e.column?`Firepower, column ${e.column}`:`In all`}</th>
            <td class="value">${I(e.total)}</td>
            <td></td>
          </tr>`:S}
      ${r.map(e=>Kr(e,t))}
      ${r.length?y`<tr class="sum">
            <th scope="row">Dice modifier</th>
            <td class="value">${mt(i)}</td>
            <td></td>
          </tr>`:S}
    </tbody>
  </table>`}function Jr(e){let t=Hr(e);return y`<div class="odds" role="img" aria-label="Odds: ${t.map(e=>`${ht(e.chance)} ${e.words}`).join(`, `)}">
      ${t.map(e=>y`<i class="tone-${e.tone}" ${Br({"flex-grow":String(e.chance)})}
            ><span>${e.chance>=.13?`${e.name} ${ht(e.chance)}`:e.chance>=.07?e.name:``}</span></i
          >`)}
    </div>
    <ul class="legend" aria-hidden="true">
      ${t.map(e=>y`<li><i class="tone-${e.tone}"></i><b>${ht(e.chance)}</b> ${e.name}: ${e.words}</li>`)}
    </ul>`}var Yr=o`
  .breakdown {
    width: 100%;
    border-collapse: collapse;
    font-size: 14px;
  }
  .breakdown th {
    text-align: left;
    font-weight: 400;
    padding: 3px 8px 3px 0;
  }
  .breakdown td {
    padding: 3px 0;
  }
  .breakdown .value {
    text-align: right;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .breakdown .cite {
    text-align: right;
    padding-left: 10px;
    width: 1%;
    white-space: nowrap;
  }
  .breakdown .sum th,
  .breakdown .sum td {
    border-top: 1px solid var(--edge);
    font-weight: 700;
    padding: 5px 8px 5px 0;
  }
  .breakdown .sum .value {
    padding-right: 0;
  }
  .odds {
    display: flex;
    height: 28px;
    margin: 10px 0 6px;
    border-radius: 7px;
    overflow: hidden;
    gap: 1px;
    background: var(--bg);
  }
  .odds i {
    flex-basis: 0;
    min-width: 3px;
    overflow: hidden;
    text-align: center;
    font: 700 12px/28px var(--font);
    color: var(--odds-ink);
    white-space: nowrap;
  }
  .tone-1 {
    background: var(--odds-1);
  }
  .tone-2 {
    background: var(--odds-2);
  }
  .tone-3 {
    background: repeating-linear-gradient(135deg, var(--odds-3) 0 7px, color-mix(in srgb, var(--odds-3) 80%, #000) 7px 8px);
  }
  .tone-4 {
    background: repeating-linear-gradient(45deg, var(--odds-4) 0 5px, color-mix(in srgb, var(--odds-4) 80%, #000) 5px 6px);
  }
  .legend {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 1px 14px;
    color: var(--dim);
    font-size: 13px;
  }
  .legend i {
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-right: 5px;
    border-radius: 3px;
  }
  .legend b {
    color: var(--ink);
  }
`,Xr=class extends T{constructor(...e){super(...e),this.options=[],this.at={x:0,y:0},this.heading=``}static{this.styles=[A,o`
      .menu {
        position: fixed;
        z-index: 20;
        min-width: 190px;
        max-width: min(340px, 92vw);
        max-height: 60vh;
        overflow: auto;
        padding: 6px;
        border: 1px solid var(--edge);
        border-radius: 11px;
        background: var(--card);
        box-shadow: var(--shadow);
      }
      h3 {
        padding: 4px 10px 6px;
        font-size: 13px;
        color: var(--dim);
        font-weight: 600;
      }
      button {
        display: block;
        width: 100%;
        min-height: 40px;
        padding: 7px 10px;
        border: 0;
        border-radius: 7px;
        background: none;
        text-align: left;
        cursor: pointer;
      }
      button:hover,
      button:focus-visible {
        background: var(--raised);
      }
    `]}updated(e){if(!this.options.length||!e.has(`options`))return;let{width:t,height:n}=this.menu.getBoundingClientRect();this.menu.style.left=`${Math.max(8,Math.min(innerWidth-t-8,this.at.x+26))}px`,this.menu.style.top=`${Math.max(8,Math.min(innerHeight-n-8,this.at.y-20))}px`,this.menu.querySelector(`button`)?.focus()}choose(e){this.dispatchEvent(new CustomEvent(`choose`,{detail:e}))}touch(e){this.dispatchEvent(new CustomEvent(`touch`,{detail:e}))}onKey(e){let t=[...this.menu.querySelectorAll(`button`)],n=t.indexOf(this.shadowRoot?.activeElement);if(e.key===`Escape`)this.dispatchEvent(new CustomEvent(`leave`));else if(e.key===`ArrowDown`)t[(n+1)%t.length]?.focus();else if(e.key===`ArrowUp`)t[(n-1+t.length)%t.length]?.focus();else return;e.preventDefault(),e.stopPropagation()}render(){return this.options.length?y`<div class="menu" role="menu" aria-label=${this.heading} @keydown=${this.onKey}>
      <h3>${this.heading}</h3>
      ${this.options.map(e=>y`<button
            role="menuitem"
            data-action=${e.action}
            @click=${()=>this.choose(e)}
            @pointerenter=${()=>this.touch(e)}
            @focus=${()=>this.touch(e)}
            @pointerleave=${()=>this.touch(null)}
          >
            ${e.label}
          </button>`)}
    </div>`:S}};H([D({attribute:!1})],Xr.prototype,`options`,void 0),H([D({attribute:!1})],Xr.prototype,`at`,void 0),H([D({attribute:!1})],Xr.prototype,`heading`,void 0),H([k(`.menu`)],Xr.prototype,`menu`,void 0),Xr=H([E(`df-choice-menu`)],Xr);var Zr;function Qr(){return N().sound?(Zr??=new AudioContext,Zr):null}function $r(e,t,n){let r=Math.floor(e.sampleRate*.03),i=e.createBuffer(1,r,e.sampleRate),a=i.getChannelData(0);for(let e=0;e<r;e++)a[e]=(Math.random()*2-1)*(1-e/r)**6;let o=e.createBufferSource();o.buffer=i;let s=e.createBiquadFilter();s.type=`bandpass`,s.frequency.value=1700+Math.random()*1300;let c=e.createGain();c.gain.value=n,o.connect(s).connect(c).connect(e.destination),o.start(t)}function ei(){let e=Qr();if(e)for(let t=0;t<6;t++)$r(e,e.currentTime+t*.07+Math.random()*.03,.5*(1-t/8))}function ti(){let e=Qr();if(!e)return;let t=e.createOscillator(),n=e.createGain();t.frequency.value=660,n.gain.setValueAtTime(.08,e.currentTime),n.gain.exponentialRampToValueAtTime(1e-4,e.currentTime+.35),t.connect(n).connect(e.destination),t.start(),t.stop(e.currentTime+.36)}var ni=520,ri=[[],[4],[0,8],[0,4,8],[0,2,6,8],[0,2,4,6,8],[0,2,3,5,6,8]],ii=class extends T{constructor(...e){super(...e),this.events=[],this.shown=null,this.tumbling=!1,this.timers=[]}static{this.styles=[A,ai()]}willUpdate(e){e.has(`events`)&&this.throwAll()}disconnectedCallback(){super.disconnectedCallback(),this.clear()}clear(){this.timers.forEach(clearTimeout),this.timers=[]}throwAll(){this.clear();let e=this.events.filter(e=>e.dice.length>0);e.length?at()?(this.shown=e.at(-1)??null,this.tumbling=!1):e.forEach((e,t)=>{let n=t*1140;this.timers.push(setTimeout(()=>this.fall(e),n)),this.timers.push(setTimeout(()=>this.tumbling=!1,n+ni))}):(this.tumbling=!1,this.events.length&&(this.shown=null))}fall(e){this.shown=e,this.tumbling=!0,ei()}skip(){this.clear();let e=this.events.filter(e=>e.dice.length>0).at(-1);e&&(this.shown=e),this.tumbling=!1}dismiss(){this.skip(),this.shown=null}die(e,t){return y`<span class="cube ${t?`coloured`:``} ${this.tumbling?`tumbles`:``}" aria-hidden="true">
      ${ri[e]?.length?Array.from({length:9},(t,n)=>y`<i class=${ri[e]?.includes(n)?`pip`:``}></i>`):y`<b>${e}</b>`}
    </span>`}render(){let e=this.shown;if(!e)return S;let{dice:t}=e,n=t.reduce((e,t)=>e+t,0);return y`<button class="tray" @click=${()=>this.tumbling?this.skip():this.dismiss()} title="Dismiss">
      <span class="dice">${t.slice(0,6).map((e,n)=>this.die(e,t.length===2&&n===0))}</span>
      ${t.length===2?y`<span class="sum ${this.tumbling?`hidden`:``}">${n}</span>`:S}
      <span class="words ${this.tumbling?`hidden`:``}">${e.text}</span>
    </button>`}};H([D({attribute:!1})],ii.prototype,`events`,void 0),H([O()],ii.prototype,`shown`,void 0),H([O()],ii.prototype,`tumbling`,void 0),ii=H([E(`df-dice`)],ii);function ai(){return o`
    :host {
      display: block;
      pointer-events: none;
    }
    .tray {
      pointer-events: auto;
      display: flex;
      align-items: center;
      gap: 14px;
      max-width: min(620px, 100%);
      margin: 0 auto;
      padding: 10px 16px;
      border: 1px solid var(--edge);
      border-radius: 14px;
      background: color-mix(in srgb, var(--bar) 92%, transparent);
      box-shadow: var(--shadow);
      text-align: left;
      cursor: pointer;
    }
    .dice {
      display: flex;
      gap: 8px;
    }
    .cube {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
      place-items: center;
      width: 40px;
      height: 40px;
      padding: 6px;
      border-radius: 9px;
      background: var(--die);
      color: var(--die-ink);
      box-shadow:
        inset 0 -3px 0 rgb(0 0 0 / 0.22),
        0 2px 6px rgb(0 0 0 / 0.5);
    }
    .cube.coloured {
      background: var(--die-coloured);
      color: var(--die-coloured-ink);
    }
    .cube b {
      grid-column: 1 / -1;
      grid-row: 1 / -1;
    }
    i {
      width: 7px;
      height: 7px;
      border-radius: 50%;
    }
    .pip {
      background: currentColor;
    }
    .sum {
      font-size: 26px;
      font-weight: 800;
      font-variant-numeric: tabular-nums;
    }
    .words {
      font-size: 14px;
      line-height: 1.35;
      display: -webkit-box;
      -webkit-line-clamp: 3;
      -webkit-box-orient: vertical;
      overflow: hidden;
    }
    .hidden {
      visibility: hidden;
    }
    .tumbles {
      animation: tumble 0.52s cubic-bezier(0.2, 0.7, 0.3, 1);
    }
    .cube.tumbles:nth-child(2) {
      animation-duration: 0.46s;
    }
    @keyframes tumble {
      from {
        transform: translate(-90px, -130px) rotate(-500deg) scale(1.3);
        opacity: 0;
      }
      40% {
        opacity: 1;
      }
      75% {
        transform: translate(-6px, 5px) rotate(22deg);
      }
      to {
        transform: none;
      }
    }
    @media (max-width: 560px) {
      .tray {
        gap: 10px;
        padding: 7px 10px;
      }
      .cube {
        width: 32px;
        height: 32px;
        padding: 4px;
      }
      .words {
        font-size: 13px;
      }
    }
  `}function oi(e){let t=[{title:`Before the first turn`,side:``,phases:[{title:``,events:[]}]}];for(let n of e){let e=t[t.length-1];n.kind===`player_turn`?t.push({title:n.text.replace(/\.$/,``),side:n.side,phases:[{title:``,events:[]}]}):n.kind===`phase`?e.phases.push({title:n.text.replace(/\.$/,``),events:[]}):e.phases[e.phases.length-1]?.events.push(n)}return t.map(e=>({...e,phases:e.phases.filter(e=>e.events.length)})).filter((e,n)=>e.phases.length||n===t.length-1)}function si(e){let t=new Map;for(let n of e){let[e,r]=n.dice;if(e===void 0||n.dice.length>2)continue;let i=t.get(n.side);if(i||(i={sums:Array(11).fill(0),singles:[,,,,,,].fill(0),total:0,throws:0},t.set(n.side,i)),r===void 0)i.singles[e-1]=(i.singles[e-1]??0)+1;else{let t=e+r;i.sums[t-2]=(i.sums[t-2]??0)+1,i.total+=t,i.throws+=1}}return[...t].map(([e,{sums:t,singles:n,total:r,throws:i}])=>({side:e,throws:i,mean:i?r/i:0,sums:t,singles:n}))}function ci(e,t){let n=[e,``];for(let e of oi(t)){n.push(e.title,`=`.repeat(e.title.length));for(let t of e.phases){t.title&&n.push(``,t.title);for(let e of t.events){let t=e.dice.length?` [${e.dice.join(`, `)}]`:``,r=e.rules.length?` (${e.rules.join(`, `)})`:``;n.push(`  ${e.text}${t}${r}`)}}n.push(``)}return n.join(`
`)}var li=[[`always`,`Ask at every step of an enemy move`],[`adjacent`,`Ask only when the enemy comes adjacent`],[`min_fp`,`Ask only when enough firepower can be brought to bear`],[`never`,`Never ask, hold fire`]],ui=[[`Arrows, Enter`,`go from hex to hex on the map, act there`],[`N, Shift N`,`next and previous place where something can be done`],[`F`,`fire, declare`],[`P, D, S, C`,`hold fire, done, stop, cancel`],[`1 to 9`,`the options of the list, in order`],[`U, H`,`undo, hint`],[`Space`,`show at once what is being shown`],[`L, V`,`line of sight, look under the counters`],[`+, −, 0`,`closer, farther, the whole map`],[`[ and ]`,`step back and forth through the game`],[`G`,`go to a hex by its name`],[`?`,`this list`]],X=class extends T{constructor(...e){super(...e),this.tick=0,this.map=null,this.copied=``,this.sure=!1}static{this.styles=[A,fi()]}open(){this.sure=!1,this.copied=``,this.dialog.showModal()}close(){this.dialog.close()}async copy(e,t){try{await navigator.clipboard.writeText(dt(t)),this.copied=e}catch{this.copied=``}}link(e,t,n){return y`<div class="link">
      <label class="field"
        ><span>${t}</span>
        <input type="text" readonly .value=${dt(n)} @focus=${e=>e.target.select()} />
      </label>
      <button class="btn" @click=${()=>this.copy(e,n)}>${this.copied===e?`Copied`:`Copy`}</button>
    </div>`}share(e){let t=j(e),n=this.table.seats.filter(e=>e.kind===`open`).map(e=>e.side);return y`<section>
      <h3>Share</h3>
      ${(t?.invites.filter(e=>n.includes(e.side))??[]).map(t=>this.link(`i-${t.side}`,`Invitation to play the ${F(t.side)} side`,P(`join`,e,t.token)))}
      ${t?.watch?this.link(`watch`,`To watch`,P(`watch`,e,t.watch)):S}
    </section>`}orders(e){let t=t=>void this.table.giveOrders({...e,...t});return y`<section>
      <h3>Standing orders</h3>
      <p class="dim">So that you are not asked when you would say no anyway, also while you are away.</p>
      <label class="field"
        ><span>Defensive First Fire</span>
        <select @change=${e=>t({first_fire:e.target.value})}>
          ${li.map(([t,n])=>y`<option value=${t} ?selected=${t===e.first_fire}>${n}</option>`)}
        </select>
      </label>
      ${e.first_fire===`min_fp`?y`<label class="field"
            ><span>Firepower from which to ask</span>
            <input
              type="number"
              min="1"
              max="36"
              .value=${String(e.min_fp)}
              @change=${e=>t({min_fp:Number(e.target.value)||4})}
          /></label>`:S}
      <label class="row"
        ><input
          type="checkbox"
          .checked=${e.single_options}
          @change=${e=>t({single_options:e.target.checked})}
        />
        Take the only option by itself where there is just one</label
      >
    </section>`}files(e){let t=`${this.table.game?.scenario??`game`}-${e}`;return y`<section>
      <h3>Keep</h3>
      <div class="row">
        <button class="btn" @click=${()=>this.keepLog(e,t)}>Game file</button>
        <button class="btn" @click=${()=>this.keepStory(t)}>Log as text</button>
        <button class="btn" @click=${()=>this.keepMap(t)}>Map as SVG</button>
      </div>
      <p class="dim">A game file can be opened at any Defilade table. It is complete when the game is over.</p>
    </section>`}async keepLog(e,t){let n=j(e),r=[...n?.seats.map(e=>e.token)??[],n?.watch??``].filter(e=>e);try{di(`${t}.defilade-log`,await z.log(e,r.join(`,`)),`application/x-ndjson`)}catch(e){this.table.say({text:e instanceof Error?e.message:String(e),rule:``,tone:`refused`}),this.close()}}keepStory(e){let t=`${this.table.game?.title??``} (${this.table.game?.scenario??``})`;di(`${e}.txt`,ci(t,this.table.events),`text/plain`)}async keepMap(e){this.map&&di(`${e}.svg`,await z.picture(this.map.svg),`image/svg+xml`)}ending(){return this.table.spectating||this.table.result?S:y`<section>
      <h3>End it</h3>
      <div class="row">
        <button class="btn" @click=${()=>this.leaveWith(this.table.offerDraw())}>Offer a draw</button>
        ${this.sure?y`<button class="btn danger" @click=${()=>this.leaveWith(this.table.resign())}>Yes, resign</button>
              <button class="btn" @click=${()=>this.sure=!1}>No</button>`:y`<button class="btn danger" @click=${()=>this.sure=!0}>Resign…</button>`}
      </div>
    </section>`}async leaveWith(e){this.close(),await e}fairness(){let e=this.table.game;return e?.commitment?y`<section>
      <h3>Fair dice</h3>
      <p class="dim">
        All dice come from a secret seed whose hash is fixed from the start. When the game is over the seed is shown, and
        <code>defilade log verify</code> checks the game file.
      </p>
      <p class="hash">Hash ${e.commitment}</p>
      ${this.table.seed?y`<p class="hash">Seed ${this.table.seed}</p>`:S}
    </section>`:S}render(){let{table:e}=this,t=e.game?.id??``;return y`<dialog aria-labelledby="title" @click=${e=>e.target===this.dialog&&this.close()}>
      <div class="dialog-head">
        <h2 id="title">${e.game?.title??`Game`}</h2>
        <button
          class="btn small"
          @click=${()=>{this.close(),Et(this)}}
        >
          Preferences
        </button>
        <button class="btn small" @click=${()=>this.close()}>Close</button>
      </div>
      <div class="dialog-body">
        <section class="seats">
          ${e.seats.map(e=>y`<p>
                <b>${F(e.side)}</b>:
                ${e.kind===`computer`?`the computer (${e.level})`:e.kind===`open`?`open seat`:e.name||`a player`}${e.kind===`human`?y` <span class="dim">${e.connected?`here`:`away`}</span>`:S}
              </p>`)}
          ${e.watching?y`<p class="dim">${e.watching} watching</p>`:S}
        </section>
        ${this.share(t)} ${e.orders&&!e.spectating?this.orders(e.orders):S} ${this.files(t)} ${this.ending()}
        <section>
          <h3>Keys</h3>
          <dl>${ui.map(([e,t])=>y`<div><dt>${e}</dt><dd>${t}</dd></div>`)}</dl>
        </section>
        ${this.fairness()}
        <a class="btn" href="#/">To the lobby</a>
      </div>
    </dialog>`}};H([D({attribute:!1})],X.prototype,`table`,void 0),H([D({attribute:!1})],X.prototype,`tick`,void 0),H([D({attribute:!1})],X.prototype,`map`,void 0),H([O()],X.prototype,`copied`,void 0),H([O()],X.prototype,`sure`,void 0),H([k(`dialog`)],X.prototype,`dialog`,void 0),X=H([E(`df-game-menu`)],X);function di(e,t,n){let r=URL.createObjectURL(new Blob([t],{type:n})),i=document.createElement(`a`);i.href=r,i.download=e,i.click(),setTimeout(()=>URL.revokeObjectURL(r),1e4)}function fi(){return o`
    section {
      display: grid;
      gap: 9px;
      padding-top: 14px;
      border-top: 1px solid var(--edge);
    }
    section:first-child {
      border: 0;
      padding: 0;
      gap: 2px;
    }
    h3 {
      font-size: 15px;
    }
    .link {
      display: flex;
      gap: 8px;
      align-items: end;
    }
    .link .field {
      flex: 1;
    }
    dl {
      margin: 0;
      display: grid;
      gap: 3px;
    }
    dl div {
      display: grid;
      grid-template-columns: 120px 1fr;
      gap: 12px;
    }
    dt {
      font-weight: 600;
    }
    dd {
      margin: 0;
      color: var(--dim);
    }
    .hash {
      font:
        12.5px/1.4 ui-monospace,
        monospace;
      overflow-wrap: anywhere;
      color: var(--dim);
    }
    input[type="checkbox"] {
      width: 18px;
      height: 18px;
      accent-color: var(--accent);
    }
  `}var pi=class extends T{constructor(...e){super(...e),this.events=[],this.moment=null,this.opened=null,this.follows=!0}static{this.styles=[A,V,Yr,hi()]}willUpdate(){if(this.scroller){let{scrollTop:e,scrollHeight:t,clientHeight:n}=this.scroller;this.follows=t-e-n<60}}updated(e){e.has(`events`)&&this.follows&&this.moment===null&&(this.scroller.scrollTop=this.scroller.scrollHeight),e.has(`moment`)&&this.moment!==null&&this.renderRoot.querySelector(`.now`)?.scrollIntoView({block:`nearest`})}seek(e){this.dispatchEvent(new CustomEvent(`seek`,{detail:e}))}line(e){let t=this.moment!==null&&e.moment===this.moment,n=this.opened===e;return y`<li class="line kind-${e.kind} ${t?`now`:``}">
      ${e.side?y`<i class="side side-${e.side}" aria-hidden="true"></i>`:y`<i class="side"></i>`}
      <div>
        <button class="text" title="See this moment" @click=${()=>this.seek(e.moment)}>${e.text}</button>
        ${e.dice.length?y`<span class="dice">${mi(e.dice)}</span>`:S}
        ${e.breakdown?y`<button class="rule" aria-expanded=${n} @click=${()=>this.opened=n?null:e}>
              figures
            </button>`:S}
        ${e.rules.slice(0,3).map(e=>Y(e,this))}
        ${n&&e.breakdown?qr(e.breakdown,this):S}
      </div>
    </li>`}turn(e){return y`<section>
      <h3>${e.side?B(e.side,18):S} ${e.title}</h3>
      ${e.phases.map(e=>y`${e.title?y`<h4>${e.title}</h4>`:S}
            <ol>
              ${jn(e.events,e=>this.line(e))}
            </ol>`)}
    </section>`}render(){let e=oi(this.events),t=this.events.at(-1);return y`<div class="scroll" tabindex="0" role="log" aria-label="What happened" aria-live="off">
        ${e.length?e.map(e=>this.turn(e)):y`<p class="dim">Nothing has happened yet.</p>`}
      </div>
      <p class="sr" aria-live="polite">
        ${t?`${t.text}${t.dice.length?` Dice: ${t.dice.join(`, `)}.`:``}`:``}
      </p>`}};H([D({attribute:!1})],pi.prototype,`events`,void 0),H([D({attribute:!1})],pi.prototype,`moment`,void 0),H([O()],pi.prototype,`opened`,void 0),H([k(`.scroll`)],pi.prototype,`scroller`,void 0),pi=H([E(`df-log`)],pi);function mi(e){return e.map((t,n)=>y`<span class="die ${e.length===2&&n===0?`coloured`:``}">${t}</span>`)}function hi(){return o`
    :host {
      display: flex;
      flex-direction: column;
      min-height: 0;
    }
    .scroll {
      flex: 1;
      overflow: auto;
      min-height: 0;
      padding-right: 4px;
    }
    h3 {
      position: sticky;
      top: 0;
      z-index: 1;
      display: flex;
      gap: 8px;
      align-items: center;
      padding: 6px 0;
      background: var(--card);
      font-size: 14px;
    }
    h4 {
      margin: 8px 0 2px;
      color: var(--accent);
      font-size: 12.5px;
      font-weight: 600;
    }
    ol {
      list-style: none;
      margin: 0;
      padding: 0;
    }
    .line {
      display: grid;
      grid-template-columns: 4px 1fr;
      gap: 9px;
      padding: 5px 0;
      font-size: 14px;
      line-height: 1.45;
    }
    .side {
      border-radius: 2px;
      background: var(--edge);
      margin: 3px 0;
    }
    .side-german {
      background: var(--german);
    }
    .side-american {
      background: var(--american);
    }
    .side-russian {
      background: var(--russian);
    }
    .text {
      display: inline;
      padding: 0;
      border: 0;
      background: none;
      text-align: left;
      cursor: pointer;
      color: inherit;
    }
    .text:hover {
      text-decoration: underline;
      text-decoration-color: var(--faint);
    }
    .now .text {
      color: var(--accent);
    }
    .kind-over .text {
      font-weight: 700;
    }
    .rule {
      border-color: transparent;
      padding: 0 3px;
      color: var(--faint);
    }
  `}var gi=class extends T{constructor(...e){super(...e),this.view=null,this.size={width:0,height:0}}static{this.styles=o`
    :host {
      display: block;
      border: 1px solid var(--edge);
      border-radius: 8px;
      overflow: hidden;
      background: #a9bc78;
      box-shadow: 0 2px 10px rgb(0 0 0 / 0.4);
      cursor: pointer;
      touch-action: none;
    }
    svg {
      display: block;
      width: 100%;
      height: auto;
    }
    .window {
      fill: #fff;
      fill-opacity: 0.14;
      stroke: #fff;
      stroke-width: 14;
    }
    .dot {
      stroke: #14170e;
      stroke-width: 8;
      fill: #fff;
    }
    .dot.german {
      fill: #7fb0df;
    }
    .dot.american {
      fill: #eef3a6;
    }
    .dot.russian {
      fill: #f0a05a;
    }
  `}looks(e,t){this.view=e,this.size=t}go(e){if(e.type===`pointermove`&&!e.buttons)return;let t=this.getBoundingClientRect(),{box:n}=this.map,r={x:n.left+(e.clientX-t.left)/t.width*n.width,y:n.top+(e.clientY-t.top)/t.height*n.height};this.dispatchEvent(new CustomEvent(`look`,{detail:r}))}render(){let{box:e}=this.map,t=new Map(this.map.hexes.map(e=>[e.id,e])),{view:n,size:r}=this;return y`<svg
      viewBox="${e.left} ${e.top} ${e.width} ${e.height}"
      @pointerdown=${this.go}
      @pointermove=${this.go}
      aria-hidden="true"
    >
      <image href=${this.map.thumbnail} x=${e.left} y=${e.top} width=${e.width} height=${e.height} />
      ${this.scene.stacks.map(e=>{let n=t.get(e.hex),r=e.counters.at(-1);return!n||!r?``:r.nationality===`german`?b`<rect class="dot german" x=${n.x-32} y=${n.y-32} width="64" height="64"/>`:b`<circle class="dot ${r.nationality}" cx=${n.x} cy=${n.y} r="36"/>`})}
      ${n?b`<rect class="window" x=${-n.x/n.scale} y=${-n.y/n.scale} width=${r.width/n.scale} height=${r.height/n.scale}/>`:``}
    </svg>`}};H([D({attribute:!1})],gi.prototype,`map`,void 0),H([D({attribute:!1})],gi.prototype,`scene`,void 0),H([O()],gi.prototype,`view`,void 0),H([O()],gi.prototype,`size`,void 0),gi=H([E(`df-minimap`)],gi);var _i={pick:{heading:`Set up`},place:{heading:`Put it here`,hex:`go`},equip:{heading:`Give it to`},fortify:{heading:`Fortify`,hex:`special`},hold:{heading:`Hold back`},none:{heading:`None`},done:{heading:`Done`,key:`d`},pass:{heading:`Hold fire`,key:`p`},fire:{heading:`Fire`,tone:`primary`,key:`f`},target:{heading:`Fire at`,hex:`target`},add:{heading:`Add to the attack`},declare:{heading:`Declare`,tone:`primary`,key:`f`},direct:{heading:`Directed by`},"no-leader":{heading:`Undirected`},cancel:{heading:`Cancel`,tone:`quiet`,key:`c`},together:{heading:`As one`,tone:`primary`},separately:{heading:`One by one`},"set-off":{heading:`Set off`,hex:`target`},move:{heading:`Move`},join:{heading:`Take along`},leave:{heading:`Split off`},enter:{heading:`Go to`,hex:`go`},assault:{heading:`Assault movement`,key:`a`},"double-time":{heading:`Double time`},smoke:{heading:`Throw smoke`,hex:`special`},drop:{heading:`Drop`,tone:`quiet`},stop:{heading:`Stop`,key:`s`},exit:{heading:`Leave the map`,tone:`primary`},recover:{heading:`Recover`},repair:{heading:`Repair`},transfer:{heading:`Hand over`},destroy:{heading:`Destroy`,tone:`danger`},"self-rally":{heading:`Self-rally`},rally:{heading:`Rally`},"keep-dm":{heading:`Stay under DM`},rout:{heading:`Rout`},"rout-to":{heading:`Rout to`,hex:`go`},"low-crawl":{heading:`Low crawl`,hex:`special`},"end-rout":{heading:`End the rout`,key:`e`},advance:{heading:`Advance`,hex:`go`},fight:{heading:`Fight in`,hex:`target`},stack:{heading:`Fight together`},alone:{heading:`Fight alone`},attack:{heading:`Attack`},with:{heading:`Attack with`}};function vi(e){let t=_i[e];if(t)return t;let n=e.replaceAll(`-`,` `);return{heading:n.charAt(0).toUpperCase()+n.slice(1)}}var yi=7,Z=class extends T{constructor(...e){super(...e),this.tick=0,this.counters=new Map,this.chosen=new Set,this.pointed=null,this.hint=null,this.touched=null,this.preview=null,this.step=-1}static{this.styles=[A,V,...sn,Yr,bi()]}willUpdate(e){let t=this.table.prompt;t?.step!==this.step&&(this.step=t?.step??-1,this.touched=null,this.preview=null),(e.has(`pointed`)||e.has(`tick`))&&this.look()}get looking(){if(this.pointed??this.touched)return this.pointed??this.touched;let e=this.table.prompt?.options??[];return e.find(e=>e.verb===`declare`)??e.find(e=>e.verb===`no-leader`)??null}async look(){let e=this.looking;if(!e||this.table.busy)e||(this.preview=null);else if(this.preview?.action!==e.action)try{let t=await this.table.preview(e.action);this.looking?.action===t.action&&(this.preview=t)}catch{this.preview=null}}touch(e){this.touched=e,this.look(),this.dispatchEvent(new CustomEvent(`touch`,{detail:e}))}choose(e){this.dispatchEvent(new CustomEvent(`choose`,{detail:e}))}button(e){let t=vi(e.verb),n=e.verb===`done`?this.doneWords(e):e.label;return y`<button
      class="btn ${t.tone??``} ${this.hint===e?`hinted`:``}"
      data-action=${e.action}
      ?disabled=${this.table.busy}
      @click=${()=>this.choose(e)}
      @pointerenter=${()=>this.touch(e)}
      @pointerleave=${()=>this.touch(null)}
      @focus=${()=>this.touch(e)}
      @blur=${()=>this.touch(null)}
    >
      ${n}${t.key?y`<kbd aria-hidden="true">${t.key.toUpperCase()}</kbd>`:S}
    </button>`}doneWords(e){let t=this.table.board?.phases.find(e=>e.state===`now`);return e.label===`Done`&&t?`Done with ${t.name}`:e.label}item(e){let t=e.who.map(e=>this.counters.get(e)).filter(e=>!!e);return y`<li>
      <button
        class="item ${e.who.length>0&&e.who.every(e=>this.chosen.has(e))?`on`:``} ${this.hint===e?`hinted`:``}"
        data-action=${e.action}
        ?disabled=${this.table.busy}
        @click=${()=>this.choose(e)}
        @pointerenter=${()=>this.touch(e)}
        @pointerleave=${()=>this.touch(null)}
        @focus=${()=>this.touch(e)}
        @blur=${()=>this.touch(null)}
      >
        ${t.slice(0,3).map(e=>on(e,34))}
        <span>${e.label}</span>
      </button>
    </li>`}kind({verb:e,options:t}){let n=vi(e),r=y`<ul class="items">
      ${t.map(e=>this.item(e))}
    </ul>`;if(t.length<=yi)return y`<section><h3>${n.heading}</h3>${r}</section>`;let i=new Set(t.map(e=>e.at).filter(e=>e)).size?`pick on the map`:`pick a counter`;return y`<details>
      <summary>${n.heading} <span class="dim">${t.length} choices: ${i}, or open the list</span></summary>
      ${r}
    </details>`}kinds(){let e=new Set(this.surface.buttons),t=new Map;for(let n of this.table.prompt?.options??[]){if(e.has(n))continue;let r=t.get(n.verb);r?r.push(n):t.set(n.verb,[n])}return[...t].map(([e,t])=>({verb:e,options:t}))}odds(){let e=this.preview;return!e?.breakdown&&!e?.odds?S:y`<div class="preview" aria-live="polite">
      ${e.label===`Declare the attack`?S:y`<h3>${e.label}</h3>`}
      ${e.breakdown?qr(e.breakdown,this):S} ${e.odds?Jr(e.odds):S}
    </div>`}answers(){let e=e=>vi(e.verb).tone===`primary`?0:1,t=[...this.surface.buttons].sort((t,n)=>e(t)-e(n));return y`${this.odds()}
      ${t.length?y`<div class="row answers">${t.map(e=>this.button(e))}</div>`:S}
      <div class="kinds">${this.kinds().map(e=>this.kind(e))}</div>`}render(){let{prompt:e,result:t,table:n}={prompt:this.table.prompt,result:this.table.result,table:this.table};if(t)return y`<div class="ended">
        <p class="whose">The game is over</p>
        <h2>${t.winner?y`${B(t.winner)} ${F(t.winner)} won`:`A draw`}</h2>
        <p>${t.why}</p>
        <div class="row">${t.rules.map(e=>Y(e,this))}</div>
      </div>`;if(!e)return y`<p class="whose">${n.showing?`Being played`:`Please wait`}</p>
        <h2>${n.latest.at(-1)?.text??`…`}</h2>`;if(!e.yours){let t=n.seats.find(t=>t.side===e.side),r=t?.kind===`computer`?`The computer thinks`:t?.name||F(e.side);return y`<p class="whose">${B(e.side,18)} ${F(e.side)} to decide</p>
        <h2>${t?.kind===`computer`?`${r}…`:`Waiting for ${r}`}</h2>
        ${t?.kind===`open`?y`<p class="dim">The seat is still open: send the invitation.</p>`:S}`}let r=n.holds.length>1;return y`${an()}
      <p class="whose">${B(e.side,18)} ${r?F(e.side):`Your decision, ${F(e.side)}`}</p>
      <h2>${e.asks}</h2>
      <div class="row rules">${e.rules.slice(0,3).map(e=>Y(e,this))}</div>
      ${this.answers()}`}};H([D({attribute:!1})],Z.prototype,`table`,void 0),H([D({attribute:!1})],Z.prototype,`tick`,void 0),H([D({attribute:!1})],Z.prototype,`surface`,void 0),H([D({attribute:!1})],Z.prototype,`counters`,void 0),H([D({attribute:!1})],Z.prototype,`chosen`,void 0),H([D({attribute:!1})],Z.prototype,`pointed`,void 0),H([D({attribute:!1})],Z.prototype,`hint`,void 0),H([O()],Z.prototype,`touched`,void 0),H([O()],Z.prototype,`preview`,void 0),Z=H([E(`df-prompt`)],Z);function bi(){return o`
    :host {
      display: block;
    }
    .whose {
      display: flex;
      align-items: center;
      gap: 7px;
      color: var(--dim);
      font-size: 13.5px;
      margin-bottom: 5px;
    }
    h2 {
      font-size: 17px;
      line-height: 1.3;
    }
    h3 {
      font-size: 13px;
      font-weight: 600;
      color: var(--dim);
      margin-bottom: 6px;
    }
    .rules {
      gap: 4px;
      margin-top: 7px;
    }
    .answers {
      margin-top: 12px;
    }
    .answers .btn {
      flex: 1 1 auto;
    }
    .answers .primary {
      flex-grow: 3;
    }
    .answers .primary kbd {
      background: none;
      border-color: currentColor;
      color: inherit;
      opacity: 0.75;
    }
    .preview {
      margin-top: 12px;
      padding-top: 10px;
      border-top: 1px solid var(--edge);
    }
    .preview h3 {
      color: var(--ink);
    }
    .kinds {
      display: grid;
      gap: 12px;
    }
    .kinds:not(:empty) {
      margin-top: 14px;
    }
    .items {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(154px, 1fr));
      gap: 6px;
    }
    .item {
      width: 100%;
      height: 100%;
      min-height: 40px;
      display: flex;
      align-items: center;
      gap: 8px;
      padding: 4px 10px;
      border: 1px solid var(--edge);
      border-radius: 9px;
      background: var(--raised);
      text-align: left;
      line-height: 1.25;
      font-size: 14px;
      cursor: pointer;
    }
    .item:hover {
      border-color: var(--dim);
    }
    .item.on {
      border-color: var(--accent);
      box-shadow: inset 0 0 0 1px var(--accent);
    }
    .hinted {
      outline: 3px solid #7fd4ff;
      outline-offset: 2px;
    }
    summary {
      cursor: pointer;
      font-weight: 600;
      font-size: 14px;
      padding: 4px 0;
    }
    summary .dim {
      font-weight: 400;
      font-size: 13px;
    }
    details .items {
      margin-top: 6px;
    }
    .ended h2 {
      font-size: 22px;
      margin-bottom: 6px;
    }
  `}var xi=900,Si=class extends T{constructor(...e){super(...e),this.moment=0,this.moments=0}static{this.styles=[A,o`
      :host {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 8px 10px;
        border: 1px solid var(--accent);
        border-radius: 12px;
        background: color-mix(in srgb, var(--bar) 94%, transparent);
        box-shadow: var(--shadow);
      }
      input {
        flex: 1;
        min-width: 60px;
        accent-color: var(--accent);
        height: 30px;
      }
      .where {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
        font-size: 13px;
        color: var(--dim);
      }
      @media (max-width: 560px) {
        .wide {
          display: none;
        }
      }
    `]}disconnectedCallback(){super.disconnectedCallback(),this.pause()}seek(e){let t=Math.max(0,Math.min(this.moments,e));this.dispatchEvent(new CustomEvent(`seek`,{detail:t}))}pause(){clearInterval(this.playing),this.playing=void 0}play(){if(this.playing!==void 0)return this.pause();this.playing=setInterval(()=>{this.moment>=this.moments?this.pause():this.seek(this.moment+1)},xi)}leave(){this.pause(),this.dispatchEvent(new CustomEvent(`leave`))}share(){this.dispatchEvent(new CustomEvent(`share`,{detail:this.moment}))}render(){return y`<button class="btn small wide" @click=${()=>this.seek(0)} aria-label="To the beginning">⏮</button>
      <button class="btn small" @click=${()=>this.seek(this.moment-1)} aria-label="One step back">◀</button>
      <button class="btn small" @click=${()=>this.play()} aria-label=${this.playing===void 0?`Play`:`Pause`}>
        ${this.playing===void 0?`▶`:`⏸`}
      </button>
      <button class="btn small" @click=${()=>this.seek(this.moment+1)} aria-label="One step on">▶▏</button>
      <input
        type="range"
        min="0"
        max=${this.moments}
        .value=${String(this.moment)}
        aria-label="Moment"
        @input=${e=>this.seek(Number(e.target.value))}
      />
      <span class="where">${this.moment} of ${this.moments}</span>
      <button class="btn small wide" @click=${()=>this.share()}>Share</button>
      <button class="btn small primary" @click=${()=>this.leave()}>Back to now</button>`}};H([D({attribute:!1})],Si.prototype,`moment`,void 0),H([D({attribute:!1})],Si.prototype,`moments`,void 0),H([O()],Si.prototype,`playing`,void 0),Si=H([E(`df-replay`)],Si);var Ci=class extends T{static{this.styles=[A,V,...sn,o`
      :host {
        display: grid;
        gap: 14px;
        overflow: auto;
        align-content: start;
      }
      h3 {
        font-size: 14px;
        display: flex;
        gap: 8px;
        align-items: center;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        text-align: right;
        padding: 4px 0 4px 8px;
        font-variant-numeric: tabular-nums;
      }
      th:first-child {
        text-align: left;
        font-weight: 600;
      }
      thead th {
        color: var(--dim);
        font-weight: 400;
        font-size: 12.5px;
      }
      .waiting {
        display: flex;
        flex-wrap: wrap;
        gap: 3px;
        margin-top: 6px;
      }
      ul {
        margin: 6px 0 0;
        padding-left: 18px;
        color: var(--dim);
      }
    `]}offMap(e){let t=e.due?`from turn ${e.due}`:`to be set up`,n=e.edges.length?` over the ${e.edges.join(` or `)} edge`:``;return y`<section>
      <h3>${B(e.side,18)} Off the map, ${t}${n}</h3>
      <div class="waiting">
        ${e.counters.map(e=>y`<span title=${e.words||e.name}>${on(e,40)}</span>`)}
      </div>
    </section>`}render(){let{sides:e,victory:t,offmap:n,weather:r}=this.scene;return y`${an()}
      <section>
        <h3>Victory</h3>
        <p>${t.text}</p>
        ${t.progress.length?y`<ul>${t.progress.map(e=>y`<li>${e}</li>`)}</ul>`:S}
        ${r?y`<p class="dim">${r}</p>`:S}
      </section>
      <table>
        <thead>
          <tr>
            <th><span class="sr">Side</span></th>
            <th>Squads</th>
            <th>Leaders</th>
            <th>Broken</th>
            <th>Lost</th>
            <th>Exited</th>
          </tr>
        </thead>
        <tbody>
          ${e.map(e=>y`<tr>
                <th scope="row">${B(e.id,18)} ${e.name}</th>
                <td>${I(e.squads)}</td>
                <td>${e.leaders}</td>
                <td>${e.broken}</td>
                <td>${I(e.lost)}</td>
                <td>${e.exited}</td>
              </tr>`)}
        </tbody>
      </table>
      ${n.map(e=>this.offMap(e))}`}};H([D({attribute:!1})],Ci.prototype,`scene`,void 0),Ci=H([E(`df-forces`)],Ci);var wi=class extends T{constructor(...e){super(...e),this.lines=[]}static{this.styles=[A,o`
      :host {
        display: flex;
        flex-direction: column;
        gap: 8px;
        min-height: 0;
      }
      ol {
        flex: 1;
        overflow: auto;
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 6px;
        align-content: start;
      }
      b {
        margin-right: 6px;
      }
      form {
        display: flex;
        gap: 8px;
      }
    `]}updated(e){e.has(`lines`)&&(this.list.scrollTop=this.list.scrollHeight,this.table.readChat())}async talk(e){e.preventDefault();let t=this.input.value.trim();t&&(this.input.value=``,await this.table.talk(t))}render(){return y`<ol aria-live="polite" aria-label="Chat" tabindex="0">
        ${this.lines.length?this.lines.map(e=>y`<li><b>${e.by===`table`?`Table`:e.name||F(e.by)}</b>${e.text}</li>`):y`<li class="dim">Nobody has said anything.</li>`}
      </ol>
      ${this.table.spectating?y`<p class="dim">Those who watch keep quiet.</p>`:y`<form @submit=${this.talk}>
            <label class="sr" for="say">Say something</label>
            <input id="say" type="text" maxlength="500" autocomplete="off" placeholder="Say something" />
            <button class="btn">Send</button>
          </form>`}`}};H([D({attribute:!1})],wi.prototype,`table`,void 0),H([D({attribute:!1})],wi.prototype,`lines`,void 0),H([k(`input`)],wi.prototype,`input`,void 0),H([k(`ol`)],wi.prototype,`list`,void 0),wi=H([E(`df-chat`)],wi);var Ti=[1,2,3,4,5,6,5,4,3,2,1],Ei=class extends T{constructor(...e){super(...e),this.events=[]}static{this.styles=[A,V,o`
      :host {
        display: grid;
        gap: 16px;
        overflow: auto;
        align-content: start;
      }
      h3 {
        font-size: 14px;
        margin-bottom: 4px;
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .bars {
        display: grid;
        grid-template-columns: repeat(11, 1fr);
        gap: 3px;
        height: 92px;
        align-items: end;
      }
      .bar {
        position: relative;
        height: 100%;
        display: flex;
        flex-direction: column;
        justify-content: end;
        text-align: center;
        font-size: 12px;
        color: var(--dim);
      }
      .bar i {
        display: block;
        background: var(--accent);
        border-radius: 3px 3px 0 0;
        min-height: 1px;
      }
      .bar u {
        position: absolute;
        left: 0;
        right: 0;
        border-top: 2px dashed var(--dim);
      }
    `]}render(){let e=si(this.events).filter(e=>e.throws);return e.length?y`${e.map(e=>{let t=Math.max(...e.sums,...Ti.map(t=>t/36*e.throws));return y`<section>
          <h3>
            ${e.side?B(e.side,18):S} ${F(e.side)||`Table`}
            <span class="dim">${pt(e.throws,`DR`,`DRs`)}, mean ${e.mean.toFixed(2)} (7 is usual)</span>
          </h3>
          <div class="bars" role="img" aria-label=${e.sums.map((e,t)=>`${t+2}: ${e}`).join(`, `)}>
            ${e.sums.map((n,r)=>y`<div class="bar" title="${r+2}: ${n} times">
                  <u ${Br({bottom:`${16+70*((Ti[r]??0)/36)*e.throws/t}px`})}></u>
                  <i ${Br({height:`${70*n/t}px`})}></i>${r+2}
                </div>`)}
          </div>
        </section>`})}
      <p class="dim">Dashed: how often two fair dice would show it.</p>`:y`<p class="dim">No dice have fallen yet.</p>`}};H([D({attribute:!1})],Ei.prototype,`events`,void 0),Ei=H([E(`df-dice-record`)],Ei);var Di=class extends T{constructor(...e){super(...e),this.tick=0,this.scene=null,this.now=0}static{this.styles=[A,V,Oi()]}connectedCallback(){super.connectedCallback(),this.timer=setInterval(()=>{this.table?.clocks.length&&(this.now=performance.now())},1e3)}disconnectedCallback(){super.disconnectedCallback(),clearInterval(this.timer)}clock(e){let t=e.runs?Math.max(0,(Math.max(this.now,this.table.clocksAt)-this.table.clocksAt)/1e3):0,n=e.left-t;return y`<span class="clock ${e.runs?`runs`:``} ${n<60?`short`:``}" title="${F(e.side)}'s clock">
      ${B(e.side,16)} ${vt(n)}
    </span>`}phase(e){return y`<li class=${e.state} aria-current=${e.state===`now`?`step`:S}>${e.name.replace(/ Phase$/,``)}</li>`}menu(){this.dispatchEvent(new CustomEvent(`menu`))}render(){let{table:e,scene:t}=this,n=e.game,r=t?.phases.find(e=>e.state===`now`),i=t?t.turn?y`Turn ${t.turn} of ${t.turns}${t.attacker?y` · ${B(t.attacker,16)} ${F(t.attacker)} player turn`:S}`:`Set-up`:``;return y`<a class="home" href="#/" aria-label="To the lobby" title="To the lobby">‹</a>
      <h1>${n?.title??`…`}</h1>
      <p class="where">${n?.scenario} · ${i}</p>
      ${e.line===`open`?S:y`<span class="line" role="status">${e.lineWords||`Connecting…`}</span>`}
      <ol class="phases" aria-label="Phases">
        ${t?.phases.map(e=>this.phase(e))}
      </ol>
      <span class="phase-now">${r?r.name:``}</span>
      ${e.clocks.map(e=>this.clock(e))}
      <button class="btn small menu" aria-haspopup="dialog" @click=${()=>this.menu()}>Menu</button>`}};H([D({attribute:!1})],Di.prototype,`table`,void 0),H([D({attribute:!1})],Di.prototype,`tick`,void 0),H([D({attribute:!1})],Di.prototype,`scene`,void 0),H([O()],Di.prototype,`now`,void 0),Di=H([E(`df-table-head`)],Di);function Oi(){return o`
    :host {
      display: flex;
      align-items: center;
      gap: 14px;
      min-height: 52px;
      padding: 0 12px 0 6px;
      background: var(--bar);
      border-bottom: 1px solid var(--edge);
      white-space: nowrap;
    }
    .home {
      display: grid;
      place-items: center;
      width: 36px;
      height: 40px;
      font-size: 26px;
      text-decoration: none;
      color: var(--dim);
      margin-right: -8px;
    }
    h1 {
      font-size: 16px;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .where {
      color: var(--dim);
      font-size: 14px;
    }
    .phases {
      list-style: none;
      display: flex;
      gap: 1px;
      margin: 0 0 0 auto;
      padding: 0;
      font-size: 12.5px;
    }
    .phases li {
      padding: 5px 9px;
      border-radius: 7px;
      color: var(--dim);
    }
    .phases .past {
      color: var(--faint);
    }
    .phases .now {
      background: var(--accent);
      color: var(--on-accent);
      font-weight: 700;
    }
    .phase-now {
      display: none;
      margin-left: auto;
      padding: 4px 10px;
      border-radius: 7px;
      background: var(--accent);
      color: var(--on-accent);
      font-weight: 700;
      font-size: 13px;
    }
    .phase-now:empty {
      visibility: hidden;
    }
    .line {
      padding: 3px 10px;
      border-radius: 7px;
      background: var(--danger-fill);
      color: #fff;
      font-size: 13px;
    }
    .clock {
      display: inline-flex;
      gap: 5px;
      align-items: center;
      font-variant-numeric: tabular-nums;
      color: var(--dim);
      font-size: 14px;
    }
    .clock.runs {
      color: var(--ink);
      font-weight: 700;
    }
    .clock.short {
      color: var(--danger);
    }
    @media (max-width: 1180px) {
      .phases {
        display: none;
      }
      .phase-now {
        display: block;
      }
    }
    @media (max-width: 620px) {
      :host {
        gap: 9px;
        flex-wrap: wrap;
        padding-block: 4px;
        min-height: 46px;
      }
      h1 {
        font-size: 14.5px;
        flex: 1;
        min-width: 60px;
      }
      .where {
        order: 5;
        width: 100%;
        font-size: 12.5px;
        padding-left: 8px;
        margin-top: -4px;
      }
      .menu {
        order: 3;
      }
      .phase-now {
        margin-left: 0;
      }
    }
  `}function ki(e){let t=e.composedPath()[0];return t instanceof HTMLElement?t.matches(`input, select, textarea, [contenteditable]`)||t.closest(`dialog[open]`)!==null:!1}function Ai(e,t){t.ctrlKey||t.metaKey||t.altKey||ki(t)||document.querySelector(`df-app`)?.shadowRoot?.querySelector(`dialog[open]`)||(ji(e,t)||Ni(e,t.key)||Pi(e,t.key))&&t.preventDefault()}function ji(e,t){let n={"+":()=>e.board?.closer(),"=":()=>e.board?.closer(),"-":()=>e.board?.farther(),0:()=>e.board?.fit(),"?":()=>e.openMenu(),"[":()=>e.stepBy(-1),"]":()=>e.stepBy(1),u:()=>e.undo(),h:()=>void e.showHint(),l:()=>e.toggleSight(),v:()=>e.togglePeek(),n:()=>e.cycle(1),N:()=>e.cycle(-1),Escape:()=>e.closeAll()}[t.key];return n?(n(),!0):t.key===` `&&e.table?.showing?(e.skip(),!0):!1}function Mi(e){return e.table?.prompt?.yours&&!e.table.busy?e.table.prompt.options:[]}function Ni(e,t){let n=Mi(e).filter(e=>vi(e.verb).key===t),[r]=n;return n.length!==1||!r?!1:(e.choose(r),!0)}function Pi(e,t){let n=/^[1-9]$/.test(t)?Mi(e)[Number(t)-1]:void 0;return n?(e.choose(n),!0):!1}function Fi({prompt:e,surface:t,chosen:n,reach:r,hint:i,focus:a}){let o=new Map;for(let e of a)o.set(e,{tone:`about`});e?.at&&o.set(e.at,{tone:`about`});let s=new Map(r?.hexes.map(e=>[e.hex,e]));for(let e of s.values())o.set(e.hex,{tone:`reach`,badge:I(e.left),threatened:e.threats.length>0});for(let[e,n]of t.hexes){let t=Ii(n),r=s.get(e),i=t===`go`&&r?{badge:I(r.left)}:{};o.set(e,{tone:t,...i,threatened:(r?.threats.length??0)>0})}return i?.at&&o.has(i.at)&&o.set(i.at,{...o.get(i.at),tone:`hint`}),{hexes:o,can:new Set([...t.counters.keys(),...t.choosable]),chosen:i?.who.length&&!i.at?new Set([...n,...i.who]):n,about:new Set(e?.yours?e.about:[])}}function Ii(e){let t=e.map(e=>vi(e.verb).hex??`go`);return t.includes(`go`)?`go`:t.includes(`target`)?`target`:t[0]??`go`}var Li=o`
  :host {
    display: flex;
    flex-direction: column;
    height: 100dvh;
    min-height: 0;
  }
  .trouble {
    margin: 16vh auto;
    display: grid;
    gap: 14px;
    justify-items: center;
    text-align: center;
    padding: 0 16px;
  }
  .body {
    flex: 1;
    min-height: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr) 400px;
  }
  .field {
    position: relative;
    display: block;
    min-height: 0;
    min-width: 0;
  }
  df-board {
    position: absolute;
    inset: 0;
  }
  .over {
    position: absolute;
    left: 12px;
    right: 12px;
    display: grid;
    gap: 8px;
    pointer-events: none;
    z-index: 2;
  }
  .over > * {
    pointer-events: auto;
  }
  .over.top {
    top: 12px;
    justify-items: center;
  }
  .over.bottom {
    bottom: 12px;
  }
  .over.bottom > df-dice,
  .foot {
    pointer-events: none;
  }
  .foot > * {
    pointer-events: auto;
  }
  .foot {
    display: flex;
    align-items: end;
    gap: 10px;
  }
  .tools {
    display: flex;
    gap: 6px;
  }
  .tools .btn {
    background: color-mix(in srgb, var(--bar) 92%, transparent);
    min-height: 36px;
    min-width: 38px;
  }
  .tools .btn[aria-pressed="true"] {
    background: var(--accent);
    color: var(--on-accent);
  }
  .caption {
    flex: 0 1 auto;
    max-width: 520px;
    padding: 6px 12px;
    border-radius: 9px;
    background: color-mix(in srgb, var(--bar) 90%, transparent);
    font-size: 13.5px;
    line-height: 1.35;
    pointer-events: none;
  }
  .caption:empty {
    visibility: hidden;
  }
  df-minimap {
    width: 200px;
    margin-left: auto;
    flex: none;
  }
  .notice {
    display: flex;
    align-items: center;
    gap: 12px;
    max-width: 620px;
    padding: 9px 9px 9px 16px;
    border: 1px solid var(--edge);
    border-left: 5px solid var(--accent);
    border-radius: 11px;
    background: color-mix(in srgb, var(--card) 96%, transparent);
    box-shadow: var(--shadow);
  }
  .notice p {
    flex: 1;
  }
  .notice.refused {
    border-left-color: var(--danger);
  }
  .notice.why {
    border-left-color: var(--focus);
  }
  aside {
    display: flex;
    flex-direction: column;
    gap: 12px;
    min-height: 0;
    padding: 12px;
    border-left: 1px solid var(--edge);
    background: var(--bg);
  }
  .prompt {
    flex: 0 1 auto;
    max-height: 66%;
    overflow: auto;
    padding: 0;
    display: flex;
    flex-direction: column;
  }
  .prompt df-prompt {
    padding: 14px 14px 12px;
  }
  .actions {
    position: sticky;
    bottom: 0;
    margin-top: auto;
    padding: 8px 14px;
    border-top: 1px solid var(--edge);
    background: var(--card);
    gap: 6px;
  }
  .watching {
    padding: 0 14px 12px;
  }
  .record {
    flex: 1 1 0;
    min-height: 150px;
    display: flex;
    flex-direction: column;
    padding: 8px 14px 12px;
  }
  .tabs {
    display: flex;
    gap: 2px;
    margin: 0 -6px 8px;
    border-bottom: 1px solid var(--edge);
  }
  .tabs button {
    padding: 7px 11px;
    border: 0;
    border-bottom: 3px solid transparent;
    background: none;
    color: var(--dim);
    cursor: pointer;
  }
  .tabs button[aria-selected="true"] {
    color: var(--ink);
    border-bottom-color: var(--accent);
  }
  .unread {
    display: inline-block;
    min-width: 18px;
    border-radius: 9px;
    background: var(--accent);
    color: var(--on-accent);
    font-size: 12px;
    text-align: center;
  }
  #beside {
    flex: 1;
    min-height: 0;
    display: flex;
    flex-direction: column;
  }
  #beside > * {
    flex: 1;
    min-height: 0;
  }

  /* A tablet held upright: the board above, the question and the log below, beside each other. */
  @media (max-width: 900px) {
    .body {
      grid-template-columns: 1fr;
      grid-template-rows: minmax(0, 1fr) minmax(270px, 40%);
    }
    aside {
      flex-direction: row;
      border-left: 0;
      border-top: 1px solid var(--edge);
    }
    .prompt,
    .record {
      flex: 1 1 0;
      max-height: none;
      min-width: 0;
    }
    df-minimap {
      width: 150px;
    }
  }

  /* A phone: one thing below the board at a time. */
  @media (max-width: 620px) {
    .body {
      grid-template-rows: minmax(0, 1fr) minmax(220px, 46%);
    }
    aside {
      flex-direction: column;
      overflow: auto;
      padding: 8px;
      gap: 8px;
    }
    .prompt,
    .record {
      flex: none;
      overflow: visible;
    }
    .record {
      height: 320px;
    }
    .actions {
      position: static;
    }
    .over {
      left: 8px;
      right: 8px;
    }
    .over.bottom {
      bottom: 8px;
    }
    .caption {
      display: none;
    }
    df-minimap {
      width: 104px;
    }
    .tools .btn {
      min-width: 34px;
      padding: 3px 8px;
    }
  }
`,Ri=[[`log`,`Log`],[`forces`,`Forces`],[`chat`,`Chat`],[`dice`,`Dice`]],Q=class extends T{constructor(...e){super(...e),this.game=``,this.moment=null,this.tick=0,this.map=null,this.failed=``,this.chosen=new Set,this.hover={hex:``,counter:``},this.touched=null,this.menu=null,this.reach=null,this.hint=null,this.tab=`log`,this.sighting=null,this.past=null,this.peek=!1,this.table=null,this.token=``,this.step=-1,this.surface=dr,this.byId=new Map,this.onKey=e=>Ai(this,e)}static{this.styles=[A,Li]}connectedCallback(){super.connectedCallback(),window.addEventListener(`keydown`,this.onKey)}disconnectedCallback(){super.disconnectedCallback(),window.removeEventListener(`keydown`,this.onKey),this.table?.close()}willUpdate(e){e.has(`game`)&&this.sit(),e.has(`moment`)&&this.table?.scene&&this.seek(this.moment),this.prepare()}sit(){this.table?.close(),this.map=null,this.failed=``;let e=j(this.game),t=e?.seats.length?e.seats.map(e=>e.token):[e?.watch??``];this.token=t.join(`,`),t[0]?(this.table=new zr(this.game,t),this.table.addEventListener(`change`,()=>this.changed())):this.failed=`This browser has no seat in that game. An invitation, or a link to watch, lets you in.`}changed(){let e=this.table;if(!e)return;this.tick++,e.line===`closed`&&(this.failed=e.lineWords),e.game&&!this.map&&this.loadMap(e.game.map),e.rematch&&this.followRematch(e.rematch.game);let t=e.prompt?.step??-1;t!==this.step&&(e.prompt?.yours&&this.step!==-1&&ti(),this.step=t,this.chosen=new Set,this.menu=null,this.hint=null,this.touched=null,this.reach=null,this.askReach(),this.lookAtIt())}async loadMap(e){try{this.map=await z.map(e),document.title=`${this.table?.game?.title??`Game`} · Defilade`,this.moment!==null&&await this.seek(this.moment)}catch(e){this.failed=e instanceof Error?e.message:String(e)}}followRematch(e){e!==this.game&&ft(P(`game`,e))}lookAtIt(){let e=this.table?.prompt,t=this.table?.latest.map(e=>e.at).filter(e=>e)??[],n=e?.yours&&e.at?[e.at,...t]:t;this.updateComplete.then(()=>this.board?.show(n.slice(-3)))}get scene(){let e=this.past?.scene??this.table?.scene;return e?.kind===`board`?e:null}prepare(){let e=this.scene;if(!e||!this.table)return;let t=new Map,n=[...e.stacks,...e.offmap];for(let e of n.flatMap(e=>e.counters)){t.set(e.id,e);for(let n of e.weapons)t.set(n.id,n)}this.byId=t;let r=this.past?null:this.table.prompt,i=new Set(this.map?.hexes.map(e=>e.id));this.surface=fr(r,e=>i.has(e),this.chosen)}async askReach(e=``){let t=this.table,n=t?.prompt;if(!t||!n?.yours)return;let r=n.options.some(e=>e.verb===`enter`),i=e||(r?n.about[0]??``:``);if(!i)return;let a=await t.reach(i);t.prompt?.step===n.step&&(this.reach=a)}shots(){return(this.past?.events??this.table?.latest??[]).filter(e=>e.kind===`declare`&&e.at).flatMap(e=>[...new Set(e.who.map(e=>this.hexOf(e)))].map(t=>({from:t,to:e.at}))).filter(e=>e.from&&e.from!==e.to)}hexOf(e){return this.scene?.stacks.find(t=>t.counters.some(t=>t.id===e||t.weapons.some(t=>t.id===e)))?.hex??``}pointAt({hex:e,counter:t}){if(this.menu=null,this.sighting)return void this.sightTo(e);let n=this.board?.stackIn(e);if(this.past||!this.table?.prompt?.yours){this.board&&(this.board.opened=n&&this.board.opened!==e?e:``);return}let r=n?.counters.flatMap(e=>[e,...e.weapons]).filter(e=>this.offers(e.id))??[];if(r.length>1&&this.board&&this.board.opened!==e&&!this.surface.hexes.has(e)){this.board.opened=e;return}let i=t&&this.offers(t)?t:r.length===1&&!this.surface.hexes.has(e)?r[0]?.id:``;if(i)return this.pointAtCounter(i,e);let a=this.surface.hexes.get(e);if(a)return this.offer(a,e);this.whyNot(e,t)}offers(e){return this.surface.counters.has(e)||this.surface.choosable.has(e)}pointAtCounter(e,t){let n=this.surface.counters.get(e)??[];if(this.surface.choosable.has(e)&&!n.length){this.chosen=vr(e,this.chosen,this.table?.prompt?.options??[]);return}let r=(this.byId.get(e)?.weapons??[]).flatMap(e=>this.surface.counters.get(e.id)??[]);this.offer([...new Set([...n,...r])],t)}offer(e,t){let[n]=e;if(e.length===1&&n)return void this.choose(n);let r=this.board?.onPage(t)??{x:innerWidth/2,y:innerHeight/2};this.menu={options:e,at:r,heading:this.board?.index.label(t)??``}}async choose(e){this.menu=null,this.board&&(this.board.opened=``),await this.table?.act(e.action)}async whyNot(e,t){let n=this.table,r=n?.prompt;if(!n||!r?.yours)return;let i=t&&this.byId.get(t)?.side===r.side&&br(r,t)||yr(r,e,this.chosen);if(!i)return;let a=await n.why(i);if(a&&!a.allowed){let t=this.board?.index.label(e)??e;n.say({text:`${t}: ${a.reason}`,rule:a.rule,tone:`why`})}}hovered(e){this.hover=e;let t=this.table?.prompt;t?.options.some(t=>t.verb===`move`&&t.who.includes(e.counter))?this.askReach(e.counter):t?.options.some(e=>e.verb===`move`)&&(this.reach=null)}get pointed(){if(this.touched)return this.touched;let{hex:e,counter:t}=this.hover,n=t&&this.surface.counters.get(t)||this.surface.hexes.get(e)||[];return n.length===1?n[0]??null:null}async showHint(){let e=await this.table?.hint(),t=this.table?.prompt?.options.find(t=>t.action===e?.action)??null;this.hint=t,t&&e&&(this.table?.say({text:`The computer would: ${e.label}`,rule:``,tone:`news`}),t.at&&this.board?.show([t.at]),t.who.length>0&&t.at&&(this.chosen=new Set(t.who)))}undo(){this.table?.undo()}skip(){this.table?.skip(),this.diceTray?.skip()}openMenu(){this.gameMenu.open()}togglePeek(){this.peek=!this.peek}toggleSight(){this.sighting=this.sighting?null:{from:``,view:null}}async sightTo(e){let t=this.sighting;if(!t||!e)return;if(!t.from||t.view){this.sighting={from:e,view:null};return}let n=await this.table?.los(t.from,e)??null;this.sighting=n?{from:t.from,view:n}:null}cycle(e){let t=[...this.surface.hexes.keys(),...[...this.surface.counters.keys(),...this.surface.choosable].map(e=>this.hexOf(e)).filter(e=>e)],n=[...new Set(t)];if(!n.length||!this.board)return;let r=n.indexOf(this.board.cursor);this.board.cursor=n[(r+e+n.length)%n.length]??``,this.board.shadowRoot?.querySelector(`.screen`)?.focus()}closeAll(){this.menu=null,this.sighting=null,this.chosen=new Set,this.board&&(this.board.opened=``),this.table?.say(null)}async seek(e){if(e===null)this.past=null;else try{this.past=await z.moment(this.game,e,this.token);let t=this.past.events.map(e=>e.at).filter(e=>e);await this.updateComplete,this.board?.show(t.slice(-2))}catch(e){this.table?.say({text:e instanceof Error?e.message:String(e),rule:``,tone:`refused`})}}stepBy(e){let t=this.past?.moment??this.table?.moment??0,n=Math.max(0,t+e);this.seek(n>=(this.table?.moment??0)?null:n)}async shareMoment(e){let t=j(this.game)?.watch??``,n=t?P(`watch`,this.game,t,`at`,e):P(`game`,this.game,`at`,e);try{await navigator.clipboard.writeText(dt(n)),this.table?.say({text:`The link to this moment is in the clipboard.`,rule:``,tone:`news`})}catch{this.table?.say({text:dt(n),rule:``,tone:`news`})}}notice(e){let t=e.notice;return t?y`<div class="notice ${t.tone}" role="status">
      <p>${t.text} ${Y(t.rule,this)}</p>
      ${this.hint?y`<button class="btn small" @click=${()=>this.hint&&this.choose(this.hint)}>Do it</button>`:S}
      <button class="btn small quiet" @click=${()=>e.say(null)} aria-label="Dismiss">✕</button>
    </div>`:S}offersOnTable(e){return e.offers.filter(e=>e.kind!==`rematch`).map(t=>{let n=e.holds.includes(t.by),r=t.kind===`undo`?`take back a step`:`call it a draw`;return y`<div class="notice news" role="status">
          <p>${n?`You have asked to ${r}.`:`${t.by.charAt(0).toUpperCase()}${t.by.slice(1)} would like to ${r}.`}</p>
          ${n||e.spectating?S:y`<button class="btn small primary" @click=${()=>e.answer(t.kind,!0)}>Agree</button>
                <button class="btn small" @click=${()=>e.answer(t.kind,!1)}>No</button>`}
        </div>`})}caption(){let e=this.board?.index?.byId.get(this.hover.hex);if(!e)return``;let t=this.board?.stackIn(e.id),n=this.hover.counter?this.byId.get(this.hover.counter):void 0,r=[e.terrain,e.road?`road`:``,e.tem].filter(e=>e).join(`, `),i=n?n.words||n.name:t?.counters.map(e=>e.name).join(`, `)??``;return`${e.label} · ${r}${i?` · ${i}`:``}`}tools(e){return y`<div class="tools" role="toolbar" aria-label="Map">
      <button class="btn small" @click=${()=>this.board?.farther()} aria-label="Farther">−</button>
      <button class="btn small" @click=${()=>this.board?.closer()} aria-label="Closer">+</button>
      <button class="btn small" @click=${()=>this.board?.fit()}>Fit</button>
      ${e.game?.options.los===`strict`?S:y`<button class="btn small" aria-pressed=${this.sighting!==null} @click=${()=>this.toggleSight()}>LOS</button>`}
      <button class="btn small" aria-pressed=${this.peek} @click=${()=>this.togglePeek()}>Peek</button>
    </div>`}sightWords(){let e=this.sighting;return e?y`<div class="notice news" role="status">
      <p>${e.view?e.view.text:e.from?`From ${(e=>this.board?.index.label(e)??e)(e.from)} to…`:`Line of sight: point at the first hex.`} ${e.view?.rules.map(e=>Y(e,this))??S}</p>
      <button class="btn small" @click=${()=>this.toggleSight()}>End</button>
    </div>`:S}boardArea(e,t,n){let r=this.past?cr:Fi({prompt:e.prompt,surface:this.surface,chosen:this.chosen,reach:this.reach,hint:this.hint,focus:t.focus}),i=this.past?.events??e.latest;return y`<df-board
        .map=${n}
        .scene=${t}
        .marks=${r}
        .shots=${this.shots()}
        .thread=${this.sighting?.view??null}
        .peek=${this.peek}
        @point=${e=>this.pointAt(e.detail)}
        @hover=${e=>this.hovered(e.detail)}
        @looks=${e=>this.minimap?.looks(e.detail.view,e.detail.size)}
      ></df-board>
      <div class="over top">
        ${this.notice(e)} ${this.offersOnTable(e)} ${this.sightWords()}
      </div>
      <div class="over bottom">
        <df-dice .events=${i}></df-dice>
        ${this.past?y`<df-replay
              .moment=${this.past.moment}
              .moments=${e.moment}
              @seek=${e=>this.seek(e.detail)}
              @leave=${()=>this.seek(null)}
              @share=${e=>this.shareMoment(e.detail)}
            ></df-replay>`:S}
        <div class="foot">
          ${this.tools(e)}
          <p class="caption">${this.caption()}</p>
          <df-minimap .map=${n} .scene=${t} @look=${e=>this.board?.centre(e.detail)}></df-minimap>
        </div>
      </div>`}actions(e){if(e.spectating)return y`<p class="dim watching">You watch this game.</p>`;let t=e.prompt?.undoable??0,n=e.seats.some(t=>t.kind===`human`&&!e.holds.includes(t.side));return y`<div class="row actions">
      ${e.showing?y`<button class="btn small" @click=${()=>this.skip()}>Skip <kbd aria-hidden="true">␣</kbd></button>`:S}
      <button
        class="btn small"
        ?disabled=${e.game?.table.undo===`none`||!t&&!n&&e.game?.table.undo!==`free`}
        @click=${()=>this.undo()}
      >
        ${t||!n?`Undo`:`Ask to undo`} <kbd aria-hidden="true">U</kbd>
      </button>
      <button class="btn small" ?disabled=${!e.prompt?.yours} @click=${()=>this.showHint()}>Hint <kbd aria-hidden="true">H</kbd></button>
      <button class="btn small" @click=${()=>this.stepBy(-1)} ?disabled=${!e.moment}>Replay</button>
      ${e.result?y`<button class="btn small primary" @click=${()=>e.askRematch()}>Rematch</button>`:S}
    </div>`}panel(e,t){let n=e.events;return y`<aside>
      <section class="card prompt" aria-live="polite" aria-label="What is asked">
        <df-prompt
          .table=${e}
          .tick=${this.tick}
          .surface=${this.surface}
          .counters=${this.byId}
          .chosen=${this.chosen}
          .pointed=${this.pointed}
          .hint=${this.hint}
          @choose=${e=>this.choose(e.detail)}
          @touch=${e=>this.touchFromPanel(e.detail)}
        ></df-prompt>
        ${this.actions(e)}
      </section>
      <section class="card record">
        <div class="tabs" role="tablist" aria-label="Beside the board">
          ${Ri.map(([t,n])=>y`<button
                role="tab"
                id="tab-${t}"
                aria-selected=${this.tab===t}
                aria-controls="beside"
                tabindex=${this.tab===t?0:-1}
                @click=${()=>this.tab=t}
                @keydown=${this.tabKey}
              >
                ${n}${t===`chat`&&e.unread&&this.tab!==`chat`?y` <b class="unread">${e.unread}</b>`:S}
              </button>`)}
        </div>
        <div id="beside" role="tabpanel" aria-labelledby="tab-${this.tab}">
          ${this.tab===`log`?y`<df-log
                .events=${n}
                .moment=${this.past?.moment??null}
                @seek=${e=>this.seek(e.detail)}
              ></df-log>`:this.tab===`forces`?y`<df-forces .scene=${t}></df-forces>`:this.tab===`chat`?y`<df-chat .table=${e} .lines=${e.chat}></df-chat>`:y`<df-dice-record .events=${n}></df-dice-record>`}
        </div>
      </section>
    </aside>`}tabKey(e){let t=e.key===`ArrowRight`?1:e.key===`ArrowLeft`?-1:0;if(!t)return;e.stopPropagation();let n=Ri.findIndex(([e])=>e===this.tab);this.tab=Ri[(n+t+Ri.length)%Ri.length]?.[0]??`log`,this.updateComplete.then(()=>this.renderRoot.querySelector(`#tab-${this.tab}`)?.focus())}touchFromPanel(e){if(!e)return;let t=e.at||this.hexOf(e.who[0]??``);t&&this.board?.index.byId.has(t)&&this.board.show([t]),e.verb===`move`&&this.askReach(e.who[0])}render(){let{table:e,scene:t,map:n}=this;return this.failed?y`<div class="trouble">
        <h1>This game cannot be shown</h1>
        <p role="alert">${this.failed}</p>
        <a class="btn primary" href="#/">To the lobby</a>
      </div>`:!e||!t||!n?y`<div class="trouble"><p class="dim" role="status">${e?.lineWords||`Setting the table…`}</p></div>`:y`<df-table-head .table=${e} .tick=${this.tick} .scene=${t} @menu=${()=>this.openMenu()}></df-table-head>
      <div class="body">
        <div class="field">${this.boardArea(e,t,n)}</div>
        ${this.panel(e,t)}
      </div>
      <df-choice-menu
        .options=${this.menu?.options??[]}
        .at=${this.menu?.at??{x:0,y:0}}
        .heading=${this.menu?.heading??``}
        @choose=${e=>this.choose(e.detail)}
        @touch=${e=>this.touched=e.detail}
        @leave=${()=>this.menu=null}
      ></df-choice-menu>
      <df-game-menu .table=${e} .tick=${this.tick} .map=${n}></df-game-menu>`}};H([D({attribute:!1})],Q.prototype,`game`,void 0),H([D({attribute:!1})],Q.prototype,`moment`,void 0),H([O()],Q.prototype,`tick`,void 0),H([O()],Q.prototype,`map`,void 0),H([O()],Q.prototype,`failed`,void 0),H([O()],Q.prototype,`chosen`,void 0),H([O()],Q.prototype,`hover`,void 0),H([O()],Q.prototype,`touched`,void 0),H([O()],Q.prototype,`menu`,void 0),H([O()],Q.prototype,`reach`,void 0),H([O()],Q.prototype,`hint`,void 0),H([O()],Q.prototype,`tab`,void 0),H([O()],Q.prototype,`sighting`,void 0),H([O()],Q.prototype,`past`,void 0),H([O()],Q.prototype,`peek`,void 0),H([k(`df-board`)],Q.prototype,`board`,void 0),H([k(`df-minimap`)],Q.prototype,`minimap`,void 0),H([k(`df-game-menu`)],Q.prototype,`gameMenu`,void 0),H([k(`df-dice`)],Q.prototype,`diceTray`,void 0),Q=H([E(`df-table`)],Q);var zi=class extends T{render(){return y`<p>Lessons</p>`}};zi=H([E(`df-learn`)],zi);var Bi=220,Vi=class extends T{constructor(...e){super(...e),this.rule=``,this.found=null,this.failed=``}static{this.styles=[A,o`
      :host {
        display: block;
        width: min(760px, 100%);
        margin: 0 auto;
        padding: 24px 16px 60px;
      }
      h1 {
        font-size: 24px;
        margin-bottom: 6px;
      }
      .find {
        margin: 18px 0;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 10px;
      }
      li p {
        margin-top: 4px;
        color: var(--dim);
      }
      li h2 {
        font-size: 15px;
        display: flex;
        gap: 10px;
        justify-content: space-between;
        align-items: baseline;
      }
    `]}firstUpdated(){this.rule&&Tt(this,this.rule)}typed(e){let t=e.target.value.trim();clearTimeout(this.timer),this.timer=setTimeout(()=>void this.look(t),Bi)}async look(e){if(e.length<2)this.found=null;else try{this.failed=``,this.found=await z.findRules(e,`sk1`)}catch(e){this.failed=e instanceof Error?e.message:String(e)}}render(){return y`<h1>Rules</h1>
      <p class="dim">
        Every rule that the table carries out, in our own words. The same ids stand behind every number and refusal in
        a game.
      </p>
      <label class="field find"
        ><span>Look for</span>
        <input type="text" placeholder="residual, rout, smoke…" @input=${this.typed} />
      </label>
      <p class="sr" aria-live="polite">${this.found?`${this.found.rules.length} rules found`:``}</p>
      ${this.failed?y`<p role="alert">${this.failed}</p>`:S}
      <ul>
        ${this.found?.rules.map(e=>y`<li class="card">
              <h2>${e.title}<button class="rule" @click=${()=>Tt(this,e.id)}>${e.id}</button></h2>
              <p>${e.gist}</p>
            </li>`)}
      </ul>
      ${this.found?.more?y`<p class="dim">There are more: say more.</p>`:S}`}};H([D({attribute:!1})],Vi.prototype,`rule`,void 0),H([O()],Vi.prototype,`found`,void 0),H([O()],Vi.prototype,`failed`,void 0),Vi=H([E(`df-rules`)],Vi);var Hi=[[`theme`,`Theme`,[[`system`,`As the system`],[`dark`,`Dark`],[`light`,`Light`],[`contrast`,`High contrast`]]],[`colours`,`Colours of counters and odds`,[[`hobby`,`As in the hobby`],[`safe`,`Safe for any colour vision`]]],[`map`,`Map`,[[`painted`,`Painted`],[`pale`,`Pale`],[`contrast`,`High contrast`]]],[`pace`,`What others do is shown`,[[`calm`,`Calmly`],[`brisk`,`Briskly`],[`instant`,`At once`]]],[`motion`,`Motion`,[[`system`,`As the system`],[`full`,`Counters slide, dice fall`],[`none`,`None`]]]],Ui=[[`names`,`Hex names`],[`grid`,`Hex grid`],[`centres`,`Centre dots`],[`sound`,`Sound`],[`confirm`,`Ask before resigning or ending a phase with things left to do`]],Wi=class extends T{static{this.styles=[A,o`
      .grid {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(240px, 1fr));
        gap: 14px;
      }
      label.switch {
        display: flex;
        gap: 10px;
        align-items: start;
        min-height: 30px;
      }
      input[type="checkbox"] {
        width: 20px;
        height: 20px;
        margin: 1px 0 0;
        accent-color: var(--accent);
        flex: none;
      }
    `]}connectedCallback(){super.connectedCallback(),it(()=>this.requestUpdate())}open(){this.dialog.showModal()}chooser([e,t,n]){let r=N()[e];return y`<label class="field"
      ><span>${t}</span>
      <select
        @change=${t=>rt({[e]:t.target.value})}
      >
        ${n.map(([e,t])=>y`<option value=${String(e)} ?selected=${e===r}>${t}</option>`)}
      </select>
    </label>`}render(){let e=N();return y`<dialog aria-labelledby="title" @click=${e=>e.target===this.dialog&&this.dialog.close()}>
      <div class="dialog-head">
        <h2 id="title">Preferences</h2>
        <button class="btn small" @click=${()=>this.dialog.close()}>Close</button>
      </div>
      <div class="dialog-body">
        <div class="grid">
          <label class="field"
            ><span>Your name at the table</span>
            <input
              type="text"
              maxlength="40"
              autocomplete="nickname"
              .value=${e.name}
              @change=${e=>rt({name:e.target.value.trim()})}
          /></label>
          ${Hi.map(e=>this.chooser(e))}
        </div>
        <fieldset>
          <legend>Show and ask</legend>
          <div class="grid">
            ${Ui.map(([t,n])=>y`<label class="switch"
                  ><input
                    type="checkbox"
                    .checked=${!!e[t]}
                    @change=${e=>rt({[t]:e.target.checked})}
                  />${n}</label
                >`)}
          </div>
        </fieldset>
        <p class="dim">Kept in this browser, for all games.</p>
      </div>
    </dialog>`}};H([k(`dialog`)],Wi.prototype,`dialog`,void 0),Wi=H([E(`df-preferences`)],Wi);var $=class extends T{constructor(...e){super(...e),this.rule=null,this.failed=``,this.way=[]}static{this.styles=[A,o`
      dialog {
        width: min(520px, calc(100vw - 24px));
      }
      .gist {
        font-size: 16px;
        line-height: 1.55;
      }
      .id {
        color: var(--dim);
        font-size: 13px;
      }
    `]}open(e){this.way=[e],this.load(e),this.dialog.open||this.dialog.showModal()}async load(e){this.failed=``;try{this.rule=await z.rule(e)}catch(e){this.rule=null,this.failed=e instanceof Error?e.message:String(e)}}follow(e){this.way=[...this.way,e],this.load(e)}back(){this.way=this.way.slice(0,-1);let e=this.way.at(-1);e&&this.load(e)}render(){let e=this.rule;return y`<dialog aria-labelledby="title" @click=${e=>e.target===this.dialog&&this.dialog.close()}>
      <div class="dialog-head">
        ${this.way.length>1?y`<button class="btn small" @click=${()=>this.back()} aria-label="Back to the rule before">←</button>`:S}
        <h2 id="title">${e?.title??this.way.at(-1)??`Rule`}</h2>
        <button class="btn small" @click=${()=>this.dialog.close()}>Close</button>
      </div>
      <div class="dialog-body" aria-live="polite">
        ${e?y`<p class="gist">${e.gist}</p>
              <p class="id">${e.id}, in our own words</p>
              ${e.needs.length?y`<div class="row">
                    <span class="dim">Builds on</span>
                    ${e.needs.map(e=>y`<button class="rule" @click=${()=>this.follow(e)}>${e}</button>`)}
                  </div>`:S}`:y`<p class="dim">${this.failed||`Looking it up…`}</p>`}
      </div>
    </dialog>`}};H([O()],$.prototype,`rule`,void 0),H([O()],$.prototype,`failed`,void 0),H([O()],$.prototype,`way`,void 0),H([k(`dialog`)],$.prototype,`dialog`,void 0),$=H([E(`df-rule`)],$);var Gi=class extends T{constructor(...e){super(...e),this.route=ct(location.hash),this.onHash=()=>this.arrive()}static{this.styles=[A,o`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100dvh;
      }
      header {
        display: flex;
        align-items: center;
        gap: 6px;
        min-height: 54px;
        padding: 0 18px;
        background: var(--bar);
        border-bottom: 1px solid var(--edge);
      }
      .brand {
        display: flex;
        align-items: center;
        gap: 10px;
        margin-right: 14px;
        color: var(--ink);
        font-size: 18px;
        font-weight: 800;
        letter-spacing: 0.01em;
        text-decoration: none;
      }
      nav {
        display: flex;
        gap: 2px;
        flex: 1;
      }
      nav a {
        padding: 8px 12px;
        border-radius: 8px;
        color: var(--dim);
        text-decoration: none;
      }
      nav a:hover,
      nav a[aria-current] {
        color: var(--ink);
        background: var(--raised);
      }
      main {
        flex: 1;
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .lost {
        margin: 15vh auto;
        text-align: center;
        display: grid;
        gap: 14px;
        justify-items: center;
      }
      .skip {
        position: absolute;
        left: -999px;
      }
      .skip:focus {
        left: 8px;
        top: 8px;
        z-index: 10;
      }
      @media (max-width: 480px) {
        header {
          padding: 0 8px;
        }
        .brand {
          margin-right: 2px;
        }
        .brand span {
          display: none;
        }
        nav a {
          padding: 8px 9px;
        }
      }
    `]}connectedCallback(){super.connectedCallback(),ot(),it(()=>this.requestUpdate());for(let e of[`(prefers-color-scheme: light)`,`(prefers-contrast: more)`])matchMedia(e).addEventListener(`change`,ot);window.addEventListener(`hashchange`,this.onHash),this.addEventListener(`rule`,e=>this.showRule(e.detail)),this.addEventListener(`preferences`,()=>this.dialog(`df-preferences`)?.open()),this.arrive()}disconnectedCallback(){super.disconnectedCallback(),window.removeEventListener(`hashchange`,this.onHash)}arrive(){let e=ct(location.hash);if(e.page===`watch`){Ze({id:e.id,seats:[],watch:e.token,invites:[]});let t=e.moment===null?``:`/at/${e.moment}`;location.replace(`#/game/${encodeURIComponent(e.id)}${t}`)}else this.route=e,document.title=`Defilade`}dialog(e){return this.renderRoot.querySelector(e)}showRule(e){this.dialog(`df-rule`)?.open(e)}bar(){let e=(...e)=>e.includes(this.route.page)?`page`:S;return y`<header>
      <a class="brand" href="#/" aria-label="Defilade, to the lobby">
        <svg width="30" height="30" viewBox="0 0 64 64" aria-hidden="true">
          <path d="M16 4h32l15 28-15 28H16L1 32z" fill="#3c5c28" stroke="var(--ink)" stroke-width="2.5" />
          <rect x="17" y="17" width="30" height="30" rx="3" fill="#ffcf57" />
          <path
            d="M24 41h16M32 22a6 6 0 0 1 6 6H26a6 6 0 0 1 6-6zm-5 8h10l1 8H26z"
            fill="none"
            stroke="#1b1e17"
            stroke-width="3"
            stroke-linejoin="round"
          />
        </svg>
        <span>Defilade</span>
      </a>
      <nav aria-label="Main">
        <a href="#/" aria-current=${e(`lobby`,`scenario`)}>Play</a>
        <a href="#/learn" aria-current=${e(`learn`)}>Learn</a>
        <a href="#/rules" aria-current=${e(`rules`)}>Rules</a>
      </nav>
      <button class="btn quiet" @click=${()=>this.dialog(`df-preferences`)?.open()}>
        Preferences
      </button>
    </header>`}place(){let e=this.route;switch(e.page){case`lobby`:return y`<df-lobby></df-lobby>`;case`scenario`:return y`<df-lobby .scenario=${e.id}></df-lobby>`;case`join`:return y`<df-join .game=${e.id} .invite=${e.invite}></df-join>`;case`learn`:return y`<df-learn></df-learn>`;case`rules`:return y`<df-rules .rule=${e.id}></df-rules>`;default:return y`<div class="lost">
          <h1>Nothing here</h1>
          <p class="dim">That address leads nowhere on this map.</p>
          <a class="btn primary" href="#/">To the lobby</a>
        </div>`}}render(){let e=this.route;return y`${e.page===`game`?y`<main id="main"><df-table .game=${e.id} .moment=${e.moment}></df-table></main>`:y`${this.bar()}<main id="main">${this.place()}</main>`}<df-preferences></df-preferences><df-rule></df-rule>`}};H([O()],Gi.prototype,`route`,void 0),Gi=H([E(`df-app`)],Gi);